import { Worker } from 'node:worker_threads';
import { FeedError, toFeedError, type FeedJob, type JobResult } from './jobs.js';
import type { LoadMessage } from './load.worker.js';
import { runJob } from './run-job.js';

// What one record may need at most, and the names of all that are there, with much room to spare: beyond it something is wrong with the file.
const MOST_MEMORY_MB = 1024;
const YOUNG_MB = 24; // what is read is soon gone; the usual 48 would be touched all over and stay

/** A job that is being done. */
export interface StartedJob {
  done: Promise<JobResult>;
  /** ends it at once; nothing of it comes in force */
  stop(): Promise<void>;
}

/** Does a job in a thread of its own, so that requests are answered meanwhile; where the sources run uncompiled (tests), in this one. `done` rejects with FeedError, or with what broke. */
export function startJob(job: FeedJob, told: (items: number) => void): StartedJob {
  if (!import.meta.url.endsWith('.js'))
    return { done: runJob(job, told), stop: async () => undefined };
  const worker = new Worker(new URL('./load.worker.js', import.meta.url), {
    workerData: job,
    name: 'feeds',
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB, maxYoungGenerationSizeMb: YOUNG_MB },
  });
  return { done: outcomeOf(worker, told), stop: async () => void (await worker.terminate()) };
}

function outcomeOf(worker: Worker, told: (items: number) => void): Promise<JobResult> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: LoadMessage) => {
      if (message.kind === 'told') told(message.items);
      else if (message.kind === 'done') resolve(message.result);
      else reject(failureOf(message));
    });
    worker.on('error', (error: Error) => reject(toFeedError(error)));
    worker.on('exit', (code) =>
      reject(new Error(`The thread that loads feeds ended with code ${code}`)),
    );
  });
}

function failureOf({
  code,
  broke,
  message,
  stack,
}: Extract<LoadMessage, { kind: 'failed' }>): Error {
  return code === null
    ? Object.assign(new Error(message), { stack, code: broke })
    : new FeedError(code, message);
}
