import type { FeedName } from '../knowledge/records.js';
import type { FeedsDeps } from './feeds.service.js';
import type { FeedJob, JobFile } from './load/jobs.js';
import { startJob, type StartedJob } from './load/start-job.js';
import type { ProgressBoard } from './progress.js';

/** Has jobs done on the knowledge, one at a time, and the fleet judged after each that changed it. */
export interface FeedRunner {
  load(feed: FeedName, files: readonly JobFile[]): Promise<void>;
  /** the same for a file that the folder keeps already; the fleet is not judged */
  reload(feed: FeedName, file: JobFile): Promise<void>;
  clear(feed: FeedName): Promise<void>;
  /** the last attempt went wrong; null: it went well, and nothing is new */
  recordAttempt(feed: FeedName, error: string | null): Promise<void>;
  /** ends the job that is being done */
  stop(): Promise<void>;
}

export function createRunner(
  {
    knowledge,
    clock,
    files: folder,
    log,
    retainFrom: keepFrom,
    rematchFleet: judgeFleet,
  }: FeedsDeps,
  board: ProgressBoard,
): FeedRunner {
  let running: StartedJob | null = null;
  /** @param options `settle`: what belongs to what is in force now, done before the fleet is judged, which may take long, or fail */
  async function run(
    job: FeedJob,
    { settle, judges = true }: { settle?: () => void; judges?: boolean } = {},
  ): Promise<void> {
    running = startJob(job, (records) => board.update(job.feed, { records }));
    try {
      const { changed, ...counts } = await running.done;
      log.info({ feed: job.feed, job: job.kind, changed, ...counts }, 'feed job done');
      settle?.();
      if (!changed || !judges) return;
      board.update(job.feed, { step: 'judging' });
      await judgeFleet();
    } finally {
      running = null;
    }
  }
  // Of NVD it is the time they came that tells whether the kept files are whole together.
  const keep = (feed: FeedName, { part, path, lastModified }: JobFile): void =>
    folder.store(feed, part, path, feed === 'nvd' ? null : lastModified);
  const job = (feed: FeedName) => ({ knowledge: knowledge.file, feed, now: clock.now() });
  return {
    async load(feed, files) {
      board.update(feed, { step: 'loading' });
      await run(
        { kind: 'load', ...job(feed), files, retainFrom: keepFrom() },
        {
          settle: () => {
            for (const file of files) keep(feed, file);
          },
        },
      );
    },
    async reload(feed, file) {
      board.update(feed, { step: 'loading' });
      await run(
        { kind: 'load', ...job(feed), files: [file], retainFrom: keepFrom() },
        { judges: false },
      );
    },
    async clear(feed) {
      await run(
        { kind: 'clear', ...job(feed) },
        {
          settle: () => {
            folder.remove(feed);
          },
        },
      );
    },
    recordAttempt: (feed, error) => run({ kind: 'attempt', ...job(feed), error }),
    stop: async () => running?.stop(),
  };
}
