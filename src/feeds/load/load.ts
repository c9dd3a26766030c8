import type { Sqlite } from '../../database/sqlite.js';
import type { FeedName } from '../../knowledge/records.js';
import { createFeedMetadata, type RejectedList } from './feed-metadata.js';
import { createFeedStatements } from './feed.statements.js';
import { FeedError, type JobFile, type JobResult, type LoadJob } from './jobs.js';
import type { OtherItem, ReadItem } from './reader/read-blocks.js';
import { createFeedReader } from './reader/reader.js';
import { closeAllRecords, createCurrentRecordsCheck } from './records/record.statements.js';
import { clearScores } from './score.statements.js';
import { storeFor, type ItemStore } from './stores.js';

const PROGRESS_INTERVAL = 5_000; // items

/** Counts of the items of a file. */
interface ImportCounts {
  records: number;
  ignored: Record<string, number>;
  rejected: number;
  partial: number;
  version: string | null;
}

/**
 * Loads files into their feed, in the open transaction. Unchanged records stay untouched; without any change there is
 * no new generation. Throws FeedError or FormatError; the caller then rolls the transaction back.
 */
export async function loadFiles(
  sqlite: Sqlite,
  { feed, files, now }: LoadJob,
  onProgress: (items: number) => void,
): Promise<JobResult> {
  const reader = createFeedReader(feed, files, { isNew: isNew(sqlite, feed, files) });
  try {
    const metadata = createFeedMetadata(sqlite, feed, now);
    const generation = metadata.startGeneration();
    const store = storeFor(sqlite, feed, generation);
    const total = emptyCounts();
    let items = 0;
    const onItem = (): void => {
      items += 1;
      if (items % PROGRESS_INTERVAL === 0) onProgress(items);
    };
    for (const file of files) {
      const rejected = metadata.replaceRejected(file.part);
      const counts = await storeFile(file, reader.read(file), store, rejected, onItem);
      metadata.addFile(file, counts.rejected + counts.partial);
      addCounts(total, counts);
    }
    const outcome = store.finish();
    const version = total.version ?? newestFileTime(files, now);
    const isWholeFeed = files.every((file) => file.part === null);
    metadata.finish(generation, outcome, version, isWholeFeed);
    return {
      changed: outcome.changed,
      records: total.records,
      ignored: total.ignored,
      rejected: total.rejected + total.partial,
    };
  } finally {
    await reader.close();
  }
}

async function storeFile(
  file: JobFile,
  blocks: AsyncIterable<ReadItem[]>,
  store: ItemStore,
  rejected: RejectedList,
  onItem: () => void,
): Promise<ImportCounts> {
  const counts = emptyCounts();
  let example: string | null = null;
  store.startReplacing(file.part);
  for await (const block of blocks) {
    for (const item of block) {
      onItem();
      countItem(counts, item);
      if ('rejected' in item) {
        const { record, reason } = item.rejected;
        example ??= record === '' ? reason : `${record}: ${reason}`;
        rejected.add(item.part, item.rejected);
      } else store.put(item);
    }
  }
  rejectUnusable(counts, example, file.part !== null);
  if (file.merges !== true) store.closeMissing();
  return counts;
}

/**
 * Clears a feed in the open transaction. Its records are closed with a new generation, and matching by an older
 * generation still finds them. Returns whether there was any data.
 */
export function clearFeed(sqlite: Sqlite, feed: FeedName, now: number): boolean {
  const statements = createFeedStatements(sqlite, feed);
  const isLoaded = statements.isLoaded();
  if (isLoaded) {
    const generation = statements.addGeneration(now);
    if (feed === 'kev' || feed === 'epss') clearScores(sqlite, feed);
    closeAllRecords(sqlite, feed, generation);
  }
  statements.remove();
  return isLoaded;
}

// The scores are small rows: a second thread costs more than it gains. The tracker is one JSON text whose issues wait
// in memory: two threads took 330 MB for it.
const SINGLE_THREADED: ReadonlySet<FeedName> = new Set(['kev', 'epss', 'debian-tracker']);

/** Whether a file brings a feed, or a part of one, without current records, and a second thread to read it pays off. */
function isNew(sqlite: Sqlite, feed: FeedName, files: readonly JobFile[]): boolean {
  if (SINGLE_THREADED.has(feed)) return false;
  const hasCurrentRecords = createCurrentRecordsCheck(sqlite, feed);
  return files.some(({ part }) => !hasCurrentRecords(part));
}

/**
 * Returns the modification time of the newest file, reported by its publisher or the file system, as
 * `2026-08-15T12:02:44.000Z`; null if none is known. It dates feeds without their own date: data that is imported
 * months later is not today's.
 * @param now Unix seconds; later times are ignored
 * @internal
 */
export function newestFileTime(
  files: readonly Pick<JobFile, 'lastModified'>[],
  now: number,
): string | null {
  const times = files
    .map(({ lastModified }) => Date.parse(lastModified ?? ''))
    .filter((time) => time > 0 && time <= now * 1000);
  return times.length === 0 ? null : new Date(Math.max(...times)).toISOString();
}

const emptyCounts = (): ImportCounts => ({
  records: 0,
  ignored: Object.create(null) as Record<string, number>,
  rejected: 0,
  partial: 0,
  version: null,
});

function countItem(counts: ImportCounts, item: ReadItem | OtherItem): void {
  if ('version' in item) {
    if (counts.version === null || item.version > counts.version) counts.version = item.version;
  } else if ('ignored' in item) {
    counts.ignored[item.ignored] = (counts.ignored[item.ignored] ?? 0) + 1;
  } else if ('rejected' in item) counts[item.partial ? 'partial' : 'rejected'] += 1;
  else counts.records += 1;
}

function addCounts(
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
function rejectUnusable(
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
