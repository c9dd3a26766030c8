import type { Sqlite } from '../../database/sqlite.js';
import { FormatError } from '../formats/format.js';
import { clearFeed } from './clear-feed.js';
import { recordAttempt } from './feed-metadata.js';
import { feedFailureText, FeedError, type FeedJob, type JobResult } from './jobs.js';
import { loadFiles } from './load.js';
import { pruneHistory } from './prune.js';
import { inTransaction, openKnowledgeForWriting } from './knowledge-writer.js';

const NOTHING: JobResult = { changed: false, records: 0, ignored: {}, rejected: 0 };

/**
 * Does one job on knowledge.db, in one transaction: readers see the old or the new state whole, and a process that is killed leaves the old one.
 * Throws FeedError; nothing has changed then but the feed's `error`.
 * @param told hears now and then how many items were read
 */
export async function runJob(
  job: FeedJob,
  told: (items: number) => void = () => undefined,
): Promise<JobResult> {
  const sqlite = openKnowledgeForWriting(job.knowledge);
  try {
    const result = await inTransaction(sqlite, () => work(sqlite, job, told));
    await tidyUp(sqlite, job);
    return result;
  } catch (error) {
    const failure = error instanceof FormatError ? new FeedError(error.code, error.message) : error;
    if (job.kind === 'load') noteFailure(sqlite, job, failure);
    throw failure;
  } finally {
    sqlite.close();
  }
}

/** What is done is in force by now, whether the disk has room to tidy up or not: the next job tries again. */
async function tidyUp(sqlite: Sqlite, job: FeedJob): Promise<void> {
  try {
    sqlite.pragma('wal_checkpoint(TRUNCATE)');
    if (job.kind === 'load' && job.retainFrom !== null) await pruneHistory(sqlite, job.retainFrom);
  } catch (error) {
    if (!/^SQLITE_(FULL|IOERR|BUSY)/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

async function work(
  sqlite: Sqlite,
  job: FeedJob,
  told: (items: number) => void,
): Promise<JobResult> {
  switch (job.kind) {
    case 'load':
      return loadFiles(sqlite, job, told);
    case 'empty':
      return { ...NOTHING, changed: clearFeed(sqlite, job.feed, job.now) };
    case 'note':
      recordAttempt(sqlite, job.feed, job.now, job.error);
  }
  return NOTHING;
}

function noteFailure(sqlite: Sqlite, { feed, now }: FeedJob, failure: unknown): void {
  try {
    recordAttempt(sqlite, feed, now, feedFailureText(failure));
  } catch {
    // the disk is full, for example: what went wrong first is what matters
  }
}
