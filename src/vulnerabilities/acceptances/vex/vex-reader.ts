import { existsSync } from 'node:fs';
import { createSemaphore } from '../../../lib/semaphore.js';
import { createWorkerClient } from '../../../lib/worker/client.js';
import { createLocalWorkerClient } from '../../../lib/worker/local-client.js';
import type { WorkerProtocol } from '../../../lib/worker/messages.js';
import { WorkerEndedError } from '../../../lib/worker/thread.js';
import type { VexReading } from './read-vex.js';

export interface VexReaderProtocol extends WorkerProtocol {
  request: Uint8Array;
  response: VexReading;
}

export interface VexReaderOptions {
  /** the compiled worker; where it does not exist, documents are read in this thread */
  url?: URL;
  heapMb?: number;
  maxMs?: number;
}

/**
 * Returns a function that reads documents, one at a time, each in a thread that ends afterwards. A document that
 * exhausts the memory or the time of its thread is refused.
 */
export function createVexReader({
  url = new URL('./vex.worker.js', import.meta.url),
  heapMb = 512,
  maxMs = 30_000,
}: VexReaderOptions = {}): (bytes: Uint8Array) => Promise<VexReading> {
  const semaphore = createSemaphore(1);
  const resourceLimits = { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16 };
  return (bytes) =>
    semaphore.run(async () => {
      const client = existsSync(url)
        ? createWorkerClient<VexReaderProtocol>({ url, name: 'vex-reader', resourceLimits })
        : createLocalWorkerClient<VexReaderProtocol>(async () => ({
            request: (await import('./read-vex.js')).readVex,
          }));
      const timer = setTimeout(() => void client.terminate(), maxMs);
      try {
        return await client.request(bytes);
      } catch (error) {
        if (error instanceof WorkerEndedError) return refusal(error);
        throw error;
      } finally {
        clearTimeout(timer);
        await client.terminate();
      }
    });
}

const refusal = ({ isOutOfMemory }: WorkerEndedError): VexReading => ({
  ok: false,
  code: 'body_too_large',
  detail: isOutOfMemory
    ? 'Reading the document exceeds the memory limit: split it'
    : 'Reading the document takes too long: split it',
});
