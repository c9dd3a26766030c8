import type { Logger } from 'pino';
import type { Knowledge } from '../knowledge/open-knowledge.js';
import type { FeedName } from '../knowledge/records.js';
import type { Clock } from '../platform/clock.js';
import type { FeedFileStore } from './feed-files.js';
import type { FeedProgress } from './feeds.schemas.js';
import type { FeedJob, JobFile } from './load/jobs.js';
import { startJob, type StartedJob } from './load/start-job.js';

export interface RunnerDeps {
  knowledge: Pick<Knowledge, 'file'>;
  clock: Clock;
  log: Pick<Logger, 'info'>;
  files: Pick<FeedFileStore, 'store' | 'remove'>;
  /** Returns the oldest generation that is still in use. */
  retainFrom: () => number;
  /** Re-evaluates all hosts with the newest data; resolves when their findings are stored. */
  rematchFleet: () => Promise<unknown>;
}

/** Runs jobs on knowledge.db. The caller runs one at a time. */
export interface FeedRunner {
  /** Loads files, stores them and re-evaluates all hosts if anything changed. `retryAt`: as in LoadJob. */
  load: (feed: FeedName, files: readonly JobFile[], retryAt?: number) => Promise<void>;
  /** Loads a stored file again, without re-evaluation. */
  reload: (feed: FeedName, file: JobFile) => Promise<void>;
  /** Removes the records and the stored files, and re-evaluates all hosts if anything changed. */
  clear: (feed: FeedName) => Promise<void>;
  /**
   * Records an attempt: `error` says why it failed; null: the publisher has nothing new. `retryAt`: as in AttemptJob.
   */
  recordAttempt: (feed: FeedName, error: string | null, retryAt?: number | null) => Promise<void>;
  /** Records the start of an update, and when it is tried again unless it ends, in Unix seconds. */
  recordStart: (feed: FeedName, retryAt: number) => Promise<void>;
  /** Ends the running job. */
  stop: () => Promise<void>;
}

interface RunOptions {
  /** Called after the commit and before the re-evaluation, which may take long or fail. */
  onCommitted?: () => void;
  /** default: true */
  isFleetRematched?: boolean;
  retryAt?: number | undefined;
}

export function createRunner(
  { knowledge, clock, files: fileStore, log, retainFrom, rematchFleet }: RunnerDeps,
  board: Pick<ProgressBoard, 'update'>,
): FeedRunner {
  let running: StartedJob | null = null;

  async function run(
    job: FeedJob,
    { onCommitted, isFleetRematched = true }: RunOptions = {},
  ): Promise<void> {
    running = startJob(job, (records) => board.update(job.feed, { records }));
    try {
      const { changed, ...counts } = await running.done;
      log.info({ feed: job.feed, job: job.kind, changed, ...counts }, 'feed job done');
      onCommitted?.();
      if (!changed || !isFleetRematched) return;
      board.update(job.feed, { step: 'judging' });
      await rematchFleet();
    } finally {
      running = null;
    }
  }

  async function runLoad(
    feed: FeedName,
    files: readonly JobFile[],
    { retryAt, ...options }: RunOptions,
  ): Promise<void> {
    board.update(feed, { step: 'loading' });
    const job = { kind: 'load', ...jobOf(feed), files, retainFrom: retainFrom() } as const;
    await run(retryAt === undefined ? job : { ...job, retryAt }, options);
  }

  // The files of NVD keep the time of their download: it shows whether they are complete together. A bundle has it too.
  const storeFile = (feed: FeedName, { part, path, address, lastModified }: JobFile): void =>
    fileStore.store(feed, part, path, feed === 'nvd' && address !== null ? null : lastModified);

  const jobOf = (feed: FeedName) => ({ knowledge: knowledge.file, feed, now: clock.now() });

  return {
    load: (feed, files, retryAt) =>
      runLoad(feed, files, {
        retryAt,
        onCommitted: () => {
          for (const file of files) storeFile(feed, file);
        },
      }),
    reload: (feed, file) => runLoad(feed, [file], { isFleetRematched: false }),
    clear: (feed) =>
      run({ kind: 'clear', ...jobOf(feed) }, { onCommitted: () => fileStore.remove(feed) }),
    recordAttempt: (feed, error, retryAt) =>
      run({ kind: 'attempt', ...jobOf(feed), error, ...(retryAt !== undefined && { retryAt }) }),
    recordStart: (feed, retryAt) => run({ kind: 'start', ...jobOf(feed), retryAt }),
    stop: async () => running?.stop(),
  };
}

const WAITING: FeedProgress = { step: 'waiting', bytes: 0, total: null, records: 0 };

/** The progress of queued and running updates, by feed. */
export interface ProgressBoard {
  get: (feed: FeedName) => FeedProgress | null;
  /** An update is queued; it is waiting until the first `update`. Each call needs one `finish`. */
  start: (feed: FeedName) => void;
  update: (feed: FeedName, progress: Partial<FeedProgress>) => void;
  finish: (feed: FeedName) => void;
}

/** @param onUpdate is called after each `update` */
export function createProgressBoard(
  onUpdate: (feed: FeedName, progress: FeedProgress) => void,
): ProgressBoard {
  const entries = new Map<FeedName, { updates: number; progress: FeedProgress }>();
  return {
    get: (feed) => entries.get(feed)?.progress ?? null,
    start(feed) {
      const entry = entries.get(feed);
      if (entry) entry.updates += 1;
      else entries.set(feed, { updates: 1, progress: WAITING });
    },
    update(feed, progress) {
      const entry = entries.get(feed);
      if (!entry) return;
      entry.progress = { ...entry.progress, ...progress };
      onUpdate(feed, entry.progress);
    },
    finish(feed) {
      const entry = entries.get(feed);
      if (!entry) return;
      entry.updates -= 1;
      if (entry.updates === 0) entries.delete(feed);
    },
  };
}
