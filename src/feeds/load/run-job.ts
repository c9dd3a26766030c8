import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Sqlite } from '../../database/sqlite.js';
import type { WorkerHandlers } from '../../lib/worker/port.js';
import { FormatError } from '../formats/format.js';
import { recordAttempt, recordIncomplete, recordStart } from './feed-metadata.js';
import {
  FeedError,
  feedFailureText,
  feedJobErrors,
  type FeedJob,
  type FeedJobProtocol,
  type JobResult,
  type LoadJob,
} from './jobs.js';
import { inTransaction, openKnowledgeForWriting } from './knowledge-writer.js';
import { clearFeed, loadFiles } from './load.js';
import { createRetentionStatements } from './records/record.statements.js';

const UNCHANGED: JobResult = { changed: false, records: 0, ignored: {}, rejected: 0 };
const PRUNE_BATCH_SIZE = 500; // advisories per transaction

export const jobHandlers: WorkerHandlers<FeedJobProtocol> = {
  request: (job, { notify }) => runJob(job, notify),
  errors: feedJobErrors,
};

/**
 * Runs one job on knowledge.db in one transaction: readers see either the old or the new state, and a killed process
 * leaves the old one. Throws FeedError; then only the `error` of the feed has changed.
 * @param onProgress called from time to time with the number of items read
 */
export async function runJob(
  job: FeedJob,
  onProgress: (items: number) => void = () => undefined,
): Promise<JobResult> {
  const sqlite = openKnowledgeForWriting(job.knowledge);
  try {
    const result = await inTransaction(sqlite, () => executeJob(sqlite, job, onProgress));
    await cleanUp(sqlite, job);
    return result;
  } catch (error) {
    const failure = error instanceof FormatError ? new FeedError(error.code, error.message) : error;
    if (job.kind === 'load') recordFailure(sqlite, job, failure);
    throw failure;
  } finally {
    sqlite.close();
  }
}

async function executeJob(
  sqlite: Sqlite,
  job: FeedJob,
  onProgress: (items: number) => void,
): Promise<JobResult> {
  switch (job.kind) {
    case 'load':
      return loadFiles(sqlite, job, onProgress);
    case 'clear':
      return { ...UNCHANGED, changed: clearFeed(sqlite, job.feed, job.now) };
    case 'attempt':
      recordAttempt(sqlite, job.feed, job);
      return UNCHANGED;
    case 'start':
      recordStart(sqlite, job.feed, job.retryAt);
      return UNCHANGED;
  }
}

/** The job is committed, whether the disk has space to clean up or not: the next job tries again. */
async function cleanUp(sqlite: Sqlite, job: FeedJob): Promise<void> {
  try {
    sqlite.pragma('wal_checkpoint(TRUNCATE)');
    if (job.kind === 'load' && job.retainFrom !== null) await pruneHistory(sqlite, job.retainFrom);
  } catch (error) {
    if (!/^SQLITE_(FULL|IOERR|BUSY)/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/**
 * Deletes rows that were closed before generation `retainFrom`, in small transactions. Older generations cannot be
 * read afterwards.
 */
async function pruneHistory(sqlite: Sqlite, retainFrom: number): Promise<void> {
  const retention = createRetentionStatements(sqlite, PRUNE_BATCH_SIZE);
  retention.raiseOldestGeneration(retainFrom);
  for (;;) {
    const ids = retention.listExpired(retainFrom);
    if (ids.length === 0) return;
    retention.remove(ids);
    await yieldToEventLoop();
  }
}

function recordFailure(
  sqlite: Sqlite,
  { feed, files, now, retryAt }: LoadJob,
  failure: unknown,
): void {
  try {
    if (failure instanceof FeedError && failure.code === 'incomplete')
      for (const { part } of files) recordIncomplete(sqlite, feed, part, now);
    recordAttempt(sqlite, feed, { now, error: feedFailureText(failure), retryAt });
  } catch {
    // a full disk, for example: the first failure is the one to report
  }
}
