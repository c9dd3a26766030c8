import { createWorkerClient, type WorkerClient } from '../../lib/worker/client.js';
import { createLocalWorkerClient } from '../../lib/worker/local-client.js';
import {
  feedJobErrors,
  toFeedError,
  type FeedJob,
  type FeedJobProtocol,
  type JobResult,
} from './jobs.js';

/**
 * The old generation holds the largest record and the names of all stored ones, with a wide margin: a file that needs
 * more is invalid. The young generation is half of the default: what is read is soon garbage, and the default would
 * be touched as a whole and stay resident.
 */
const LIMITS = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 24 };

/** A running job. */
export interface StartedJob {
  /** Rejects with FeedError, or with the failure of the thread or the database. */
  done: Promise<JobResult>;
  /** Ends the job at once. Its transaction is rolled back. */
  stop: () => Promise<void>;
}

/**
 * Runs a job in its own thread, so that this one keeps answering requests.
 * @param onProgress called from time to time with the number of items read
 */
export function startJob(job: FeedJob, onProgress: (items: number) => void): StartedJob {
  const client = createJobClient();
  const done = client
    .request(job, { onNotice: onProgress })
    .catch((error: Error) => {
      throw toFeedError(error);
    })
    .finally(() => void client.terminate());
  return { done, stop: client.terminate };
}

/** A thread needs the compiled worker. Tests run the sources, and the job in this thread. */
const createJobClient = (): WorkerClient<FeedJobProtocol> =>
  import.meta.url.endsWith('.js')
    ? createWorkerClient<FeedJobProtocol>({
        url: new URL('./load.worker.js', import.meta.url),
        name: 'feeds',
        resourceLimits: LIMITS,
        errors: feedJobErrors,
      })
    : createLocalWorkerClient<FeedJobProtocol>(
        async () => (await import('./run-job.js')).jobHandlers,
      );
