import { existsSync } from 'node:fs';
import { createSemaphore } from '../../lib/semaphore.js';
import { createWorkerClient, type WorkerClient } from '../../lib/worker/client.js';
import { createLocalWorkerClient } from '../../lib/worker/local-client.js';
import type { RenderJob, RenderProtocol } from './messages.js';
import { streamReport, type RenderedReport } from './stream.js';

export interface ReportRenderer {
  /**
   * Resolves when everything is compared and the text begins.
   * @param signal aborts the report
   */
  render(job: RenderJob, signal: AbortSignal): Promise<RenderedReport>;
  /** Aborts the reports in progress. */
  close(): void;
}

export interface RendererOptions {
  /**
   * the compiled worker; if it does not exist (TypeScript sources run by a test runner), reports are
   * rendered in this thread
   */
  url?: URL;
  /** a report that needs more memory fails; the service is not affected */
  heapMb?: number;
  /** a thread ends after it rendered nothing for this time */
  idleMs?: number;
  /** a report is aborted when nothing of it is read for this time */
  stallMs?: number;
}

const MAX_CONCURRENCY = 2;

/**
 * Nearly everything of a report lives until its end. With less, a report of 5,000 findings takes a third more CPU time,
 * to copy it. Small reports use little of it, and it is freed when the thread ends.
 */
const MAX_YOUNG_MB = 160;

/** Creates a renderer that runs in worker threads: two reports at a time, the others wait. */
export function createReportRenderer({
  url = new URL('worker.js', import.meta.url),
  heapMb = 2048,
  idleMs = 30_000,
  stallMs = 60_000,
}: RendererOptions = {}): ReportRenderer {
  const createClient = (): WorkerClient<RenderProtocol> =>
    existsSync(url)
      ? createWorkerClient({
          url,
          name: 'reports',
          resourceLimits: {
            maxOldGenerationSizeMb: heapMb,
            maxYoungGenerationSizeMb: MAX_YOUNG_MB,
          },
          idleMs,
        })
      : createLocalWorkerClient(async () => ({
          stream: (await import('./render.js')).renderItems,
        }));
  const semaphore = createSemaphore(MAX_CONCURRENCY);
  const clients: WorkerClient<RenderProtocol>[] = [];
  const freeClients: WorkerClient<RenderProtocol>[] = [];
  let isClosed = false;
  function takeClient(): WorkerClient<RenderProtocol> {
    const free = freeClients.pop();
    if (free) return free;
    const client = createClient();
    clients.push(client);
    return client;
  }
  return {
    async render(job, signal) {
      const release = await semaphore.acquire(signal);
      if (isClosed) {
        release();
        throw new Error('The report renderer is closed');
      }
      const client = takeClient();
      const onSettled = (): void => {
        freeClients.push(client);
        release();
      };
      return streamReport(client, job, { signal, stallMs, onSettled });
    },
    close: () => {
      isClosed = true;
      for (const client of clients) void client.terminate();
    },
  };
}
