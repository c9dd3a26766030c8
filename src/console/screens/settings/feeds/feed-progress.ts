import type { Api } from '../../../api/shapes.js';
import { countText } from '../../../parts/text/plural.js';

const BYTES_PER_MB = 1_000_000;

/** Returns bytes as `12.5 MB`. */
export const megabytes = (bytes: number): string => `${(bytes / BYTES_PER_MB).toFixed(1)} MB`;

/** Returns the progress of an update in words, and its part of 1; null: not known. */
export function progressOf({ step, bytes, total, records }: Api<'FeedProgress'>): {
  text: string;
  part: number | null;
} {
  const part = total !== null && total > 0 ? Math.min(1, bytes / total) : null;
  switch (step) {
    case 'waiting':
      return { text: 'waiting', part: null };
    case 'fetching':
      return {
        text: `fetching ${megabytes(bytes)}${total === null ? '' : ` of ${megabytes(total)}`}`,
        part,
      };
    case 'loading':
      return { text: `loading, ${countText(records)} records`, part };
    case 'judging':
      return { text: 'matching the hosts', part: null };
  }
}
