import type { Sqlite } from '../../database/sqlite.js';
import { CURRENT, type FeedName } from '../../knowledge/records.js';
import { createFeedMetadata } from './feed-metadata.js';
import { timeOfFiles } from './file-time.js';
import type { JobFile, JobResult, LoadJob } from './jobs.js';
import type { ReadItem } from './reader/read-blocks.js';
import { createFeedReader, type FeedReaderOptions } from './reader/reader.js';
import { createRejectedStore } from './rejected.store.js';
import { countItem, emptyTally, rejectUnusable, type ImportCounts } from './import-counts.js';
import { storeFor, type ItemStore } from './stores.js';

const TOLD_EVERY = 5_000; // items

/**
 * Reads files into their feed, in the transaction that is open. What is as it was stays untouched; where nothing changed there is no new generation.
 * Throws FeedError or FormatError, and the transaction is to be rolled back then.
 */
export async function loadFiles(
  sqlite: Sqlite,
  { feed, files, now }: LoadJob,
  told: (items: number) => void,
  options?: FeedReaderOptions,
): Promise<JobResult> {
  const reader = createFeedReader(feed, files, { isNew: isNew(sqlite, feed, files), ...options });
  try {
    const books = createFeedMetadata(sqlite, feed, now);
    const generation = books.begin();
    const target = storeFor(sqlite, feed, generation);
    const total = emptyTally();
    let items = 0;
    for (const file of files) {
      const tally = await storeFile(
        file,
        reader.read(file),
        target,
        createRejectedStore(sqlite, feed, file.part),
        () => {
          if (++items % TOLD_EVERY === 0) told(items);
        },
      );
      books.file(file, tally.rejected + tally.partial);
      add(total, tally);
    }
    const outcome = target.outcome();
    books.end(
      generation,
      outcome,
      total.version ?? timeOfFiles(files, now),
      files.every((file) => file.part === null),
    );
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
  target: ItemStore,
  rejected: ReturnType<typeof createRejectedStore>,
  told: () => void,
): Promise<ImportCounts> {
  const tally = emptyTally();
  let example: string | null = null;
  target.startReplacing(file.part);
  for await (const block of blocks) {
    for (const read of block) {
      told();
      countItem(tally, read);
      if ('rejected' in read) {
        example ??= [read.rejected.record, read.rejected.reason]
          .filter((words) => words !== '')
          .join(': ');
        rejected.put(read.part, read.rejected);
      } else target.put(read);
    }
  }
  rejectUnusable(tally, example, file.part !== null);
  if (file.merges !== true) target.closeMissing();
  return tally;
}

function add(
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

// Lists without history are small rows that are never worth a second thread. The tracker is one JSON text whose issues wait in memory: two threads took 330 MB for it.
const ONE_THREAD: ReadonlySet<FeedName> = new Set(['kev', 'epss', 'debian-tracker']);

/** Whether a file brings a feed, or a part of one, of which nothing is in force yet, and reading it in a second thread is worth that. */
function isNew(sqlite: Sqlite, feed: FeedName, files: readonly JobFile[]): boolean {
  if (ONE_THREAD.has(feed)) return false;
  const inForce = sqlite.prepare<[FeedName, string | null, string | null]>(
    `SELECT 1 FROM advisories WHERE feed = ? AND (? IS NULL OR part = ?) AND "until" = ${CURRENT} LIMIT 1`,
  );
  return files.some(({ part }) => inForce.get(feed, part, part) === undefined);
}
