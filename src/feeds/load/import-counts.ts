import { FeedError } from './jobs.js';
import type { OtherItem, ReadItem } from './reader/read-blocks.js';

/** What a file's items come to. */
export interface ImportCounts {
  records: number;
  ignored: Record<string, number>;
  rejected: number;
  partial: number;
  version: string | null;
}

export const emptyTally = (): ImportCounts => ({
  records: 0,
  ignored: Object.create(null) as Record<string, number>,
  rejected: 0,
  partial: 0,
  version: null,
});

/** Counts one more. */
export function countItem(tally: ImportCounts, item: ReadItem | OtherItem): void {
  if ('version' in item)
    tally.version =
      tally.version === null || item.version > tally.version ? item.version : tally.version;
  else if ('ignored' in item) tally.ignored[item.ignored] = (tally.ignored[item.ignored] ?? 0) + 1;
  else if ('rejected' in item) tally[item.partial ? 'partial' : 'rejected'] += 1;
  else tally.records += 1;
}

/**
 * Throws FeedError for a file that would put in force next to nothing: without any record, or with more that is not understood than is.
 * @param isPart of a part nothing may be left: of some releases of Alpine nothing was mended yet
 */
export function rejectUnusable(
  { records, ignored, rejected, partial }: ImportCounts,
  example: string | null,
  isPart: boolean,
): void {
  const understood = records + Object.values(ignored).reduce((sum, n) => sum + n, 0);
  const first = example === null ? '' : `; the first: ${example}`;
  if (rejected > understood)
    throw new FeedError(
      'not_understood',
      `${rejected} of ${understood + rejected} records are not understood${first}`,
    );
  if (isPart ? understood + partial === 0 : records + partial === 0)
    throw new FeedError('unsupported_format', 'There is no record of this feed in it');
}
