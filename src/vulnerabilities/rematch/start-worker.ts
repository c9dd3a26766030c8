import { existsSync } from 'node:fs';
import { createWorkerClient, type WorkerClient } from '../../lib/worker/client.js';
import { createLocalWorkerClient } from '../../lib/worker/local-client.js';
import {
  rematchErrors,
  type RematchBatch,
  type RematchJob,
  type RematchProtocol,
} from './messages.js';

// 100,000 packages with their matches take a tenth of it.
const MAX_MEMORY_MB = 2048;

/** Stores a batch; returns false to stop the rematch. */
type StoreBatch = (batch: RematchBatch) => Promise<boolean>;

/** Rejects with KnowledgeError, with an error of `store`, or with the failure of the worker or the database. */
export type RematchFleet = (job: RematchJob, store: StoreBatch) => Promise<void>;

/**
 * Runs each rematch in its own thread, so that this one keeps answering requests. The thread computes the next
 * batch while one is stored, and ends with the rematch. Without a compiled worker (tests run the sources) it runs
 * in this thread.
 */
export function createRematch(url = new URL('./rematch.worker.js', import.meta.url)): RematchFleet {
  return async (job, store) => {
    const client = createClient(url);
    try {
      for await (const batch of client.stream(job, { window: 1 }))
        if (!(await store(batch))) return;
    } finally {
      await client.terminate();
    }
  };
}

const createClient = (url: URL): WorkerClient<RematchProtocol> =>
  existsSync(url)
    ? createWorkerClient<RematchProtocol>({
        url,
        name: 'rematch',
        // A larger young generation is filled with garbage before any is collected.
        resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB, maxYoungGenerationSizeMb: 8 },
        errors: rematchErrors,
      })
    : createLocalWorkerClient<RematchProtocol>(
        async () => (await import('./rematch.js')).rematchHandlers,
      );
