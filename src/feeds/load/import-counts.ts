import { FeedError } from './jobs.js';
import type { Item } from '../formats/format.js';

/** Counts of the items of a file. */
export interface ImportCounts {
  records: number;
  ignored: Record<string, number>;
  rejected: number;
  partial: number;
  version: string | null;
  /** records of files that are pages of a larger result, and the records of that result; 0: no such file */
  paged: { records: number; total: number };
}

export const emptyCounts = (): ImportCounts => ({
  records: 0,
  ignored: Object.create(null) as Record<string, number>,
  rejected: 0,
  partial: 0,
  version: null,
  paged: { records: 0, total: 0 },
});

export function countItem(counts: ImportCounts, item: Item): void {
  if ('version' in item) {
    if (counts.version === null || item.version > counts.version) counts.version = item.version;
  } else if ('ignored' in item) {
    counts.ignored[item.ignored] = (counts.ignored[item.ignored] ?? 0) + 1;
  } else if ('page' in item) {
    counts.paged.records += item.page.records;
    counts.paged.total = Math.max(counts.paged.total, item.page.total);
  } else if ('rejected' in item) counts[item.partial ? 'partial' : 'rejected'] += 1;
  else counts.records += 1;
}

export function addCounts(
  total: ImportCounts,
  { records, ignored, rejected, partial, version }: ImportCounts,
): void {
  total.records += records;
  total.rejected += rejected;
  total.partial += partial;
  for (const [reason, n] of Object.entries(ignored))
    total.ignored[reason] = (total.ignored[reason] ?? 0) + n;
  if (version !== null) countItem(total, { version });
}

/**
 * Throws FeedError for a file that would leave hardly any data: no record at all, or more rejected than parsed ones.
 * @param example the first rejected record and its reason
 * @param isPart a part may have no records: some Alpine releases have no fixes yet
 */
export function rejectUnusable(
  { records, ignored, rejected, partial }: ImportCounts,
  example: string | null,
  isPart: boolean,
): void {
  const parsed = records + Object.values(ignored).reduce((sum, n) => sum + n, 0);
  if (rejected > parsed) {
    const first = example === null ? '' : `; the first: ${example}`;
    const total = parsed + rejected;
    throw new FeedError('not_understood', `${rejected} of ${total} records are invalid${first}`);
  }
  if (isPart ? parsed + partial === 0 : records + partial === 0)
    throw new FeedError('unsupported_format', 'The file has no record of this feed');
}

/** Throws FeedError for some pages of a query only: they would replace the whole feed. */
export function rejectMissingPages({ paged: { records, total } }: ImportCounts): void {
  if (records < total)
    throw new FeedError(
      'unsupported_format',
      `The file has ${records} of the ${total} records of a query of NVD's API (totalResults); ` +
        "import all pages together, or NVD's yearly files",
    );
}
