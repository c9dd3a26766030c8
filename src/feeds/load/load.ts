import type { Sqlite } from '../../database/sqlite.js';
import type { FeedName } from '../../knowledge/records.js';
import type { FeedFormat } from '../formats/format.js';
import { FEED_FORMATS } from '../formats/formats.js';
import { explainRefusal } from './explain-refusal.js';
import { createFeedMetadata, type RejectedList } from './feed-metadata.js';
import { createFeedStatements } from './feed.statements.js';
import {
  addCounts,
  countItem,
  emptyCounts,
  rejectMissingPages,
  rejectUnusable,
  type ImportCounts,
} from './import-counts.js';
import { FeedError, type JobFile, type JobResult, type LoadJob } from './jobs.js';
import { readItems } from './read-items.js';
import { closeAllRecords } from './records/record.statements.js';
import { clearScores } from './score.statements.js';
import { storeFor, type ItemStore } from './stores.js';

const PROGRESS_INTERVAL = 5_000; // items

/**
 * Loads files into their feed, in the open transaction. Unchanged records stay untouched; without any change there is
 * no new generation. Throws FeedError or FormatError; the caller then rolls the transaction back.
 */
export async function loadFiles(
  sqlite: Sqlite,
  { feed, files, now, retryAt }: LoadJob,
  onProgress: (items: number) => void,
): Promise<JobResult> {
  const format = FEED_FORMATS[feed];
  const metadata = createFeedMetadata(sqlite, feed, now);
  const generation = metadata.startGeneration();
  const acceptsLosses = files.every(
    ({ part, force }) => force === true || metadata.isLossConfirmed(part),
  );
  const store = storeFor(sqlite, feed, { generation, now, acceptsLosses });
  const total = emptyCounts();
  let items = 0;
  const onItem = (): void => {
    items += 1;
    if (items % PROGRESS_INTERVAL === 0) onProgress(items);
  };
  for (const file of files) {
    const rejected = metadata.replaceRejected(file.part);
    const counts = await storeFile(file, format, { store, rejected, onItem }).catch(
      async (error: unknown) => {
        throw await explainFeedError(error, file, format);
      },
    );
    metadata.addFile(file, counts.rejected + counts.partial, generation);
    addCounts(total, counts);
  }
  const outcome = store.finish();
  const version = total.version ?? newestFileTime(files, now);
  const isWholeFeed = files.every((file) => file.part === null);
  metadata.finish(generation, outcome, { version, isWholeFeed, retryAt: retryAt ?? null });
  return {
    changed: outcome.changed,
    records: total.records,
    ignored: total.ignored,
    rejected: total.rejected + total.partial,
  };
}

async function storeFile(
  file: JobFile,
  format: FeedFormat,
  { store, rejected, onItem }: { store: ItemStore; rejected: RejectedList; onItem: () => void },
): Promise<ImportCounts> {
  const counts = emptyCounts();
  let example: string | null = null;
  store.startReplacing(file.part);
  await readItems(file, format, (part, item) => {
    onItem();
    countItem(counts, item);
    if ('rejected' in item) {
      const { record, reason } = item.rejected;
      example ??= record === '' ? reason : `${record}: ${reason}`;
      rejected.add(part, item.rejected);
    } else store.put(part, item);
  });
  rejectUnusable(counts, example, file.part !== null);
  rejectMissingPages(counts);
  if (file.merges !== true) store.closeMissing();
  return counts;
}

/** Adds to the error of an unusable file what was expected and found. Returns other errors unchanged. */
async function explainFeedError(
  error: unknown,
  { path }: JobFile,
  format: FeedFormat,
): Promise<unknown> {
  if (!(error instanceof FeedError) || error.code === 'too_large') return error;
  return new FeedError(error.code, await explainRefusal(error.message, path, format));
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
