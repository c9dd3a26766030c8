import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { KnowledgeError } from '../../knowledge/errors.js';
import type { FromRematch, RematchJob } from './messages.js';
import { rematchHosts } from './rematch.js';

/** The thread that judges the fleet: the next piece is made while the one before is stored, and waits for it. */
async function run(job: RematchJob): Promise<void> {
  const say = (message: FromRematch): void => parentPort?.postMessage(message);
  let next: Promise<unknown> = Promise.resolve();
  try {
    for (const batch of rematchHosts(job)) {
      await next;
      next = parentPort ? once(parentPort, 'message') : Promise.resolve();
      say({ kind: 'batch', batch });
    }
    await next;
    say({ kind: 'done' });
  } catch (error) {
    const cause = error instanceof KnowledgeError ? error.cause : error;
    const { message, stack } = cause instanceof Error ? cause : new Error(String(cause));
    say({ kind: 'failed', isKnowledge: error instanceof KnowledgeError, message, stack });
  }
}

void run(workerData as RematchJob);
