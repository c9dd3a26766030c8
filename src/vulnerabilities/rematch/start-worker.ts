import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { KnowledgeError } from '../../knowledge/errors.js';
import type { FromRematch, RematchBatch, RematchJob, ToRematch } from './messages.js';
import { rematchHosts } from './rematch.js';

// A hundred thousand packages and what is said of them take a tenth of it.
const MOST_MEMORY_MB = 2048;

/** Stores a piece; false: no more is wanted. */
export type StoreBatch = (batch: RematchBatch) => Promise<boolean>;
export type RematchFleet = (job: RematchJob, take: StoreBatch) => Promise<void>;

/**
 * Sweeps over the fleet in a thread of its own, so that requests are answered meanwhile; where there is no compiled worker (sources run by a test runner), right here.
 * Rejects with KnowledgeError, with what `take` throws, or with what broke.
 */
export function createRematch(url = new URL('./rematch.worker.js', import.meta.url)): RematchFleet {
  return existsSync(url) ? (job, take) => inThread(url, job, take) : inPlace;
}

async function inPlace(job: RematchJob, take: StoreBatch): Promise<void> {
  for (const batch of rematchHosts(job)) if (!(await take(batch))) return;
}

async function inThread(url: URL, job: RematchJob, take: StoreBatch): Promise<void> {
  const worker = new Worker(url, {
    workerData: job,
    name: 'fleet',
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
  });
  try {
    await new Promise<void>((resolve, reject) => {
      const hear = async (message: FromRematch): Promise<void> => {
        if (message.kind === 'failed') reject(failureOf(message));
        else if (message.kind === 'done' || !(await take(message.batch))) resolve();
        else worker.postMessage('next' satisfies ToRematch);
      };
      worker.on('message', (message: FromRematch) => {
        hear(message).catch(reject);
      });
      worker.on('error', reject);
      worker.on('exit', (code) => {
        reject(new Error(`The thread that judges the fleet ended with code ${code}`));
      });
    });
  } finally {
    await worker.terminate();
  }
}

function failureOf({
  isKnowledge,
  message,
  stack,
}: Extract<FromRematch, { kind: 'failed' }>): Error {
  const error = Object.assign(new Error(message), { stack });
  return isKnowledge ? new KnowledgeError(error) : error;
}
