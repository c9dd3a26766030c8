import type { Api } from '../../../api/shapes.js';
import { megabytes } from '../../../parts/text/megabytes.js';
import { countText } from '../../../parts/text/plural.js';

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
