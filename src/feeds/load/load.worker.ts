import { parentPort, workerData } from 'node:worker_threads';
import { FeedError, type FeedJob, type JobResult } from './jobs.js';
import { runJob } from './run-job.js';

/** What the thread that loads feeds says: how far it is, and at last how it ended. */
export type LoadMessage =
  | { kind: 'told'; items: number }
  | { kind: 'done'; result: JobResult }
  | {
      kind: 'failed';
      code: FeedError['code'] | null;
      /** what the system calls it: SQLITE_FULL */ broke: string | undefined;
      message: string;
      stack: string | undefined;
    };

const say = (message: LoadMessage): void => parentPort?.postMessage(message);

runJob(workerData as FeedJob, (items) => say({ kind: 'told', items })).then(
  (result) => say({ kind: 'done', result }),
  (error: NodeJS.ErrnoException) =>
    say({
      kind: 'failed',
      code: error instanceof FeedError ? error.code : null,
      broke: error.code,
      message: error.message,
      stack: error.stack,
    }),
);
