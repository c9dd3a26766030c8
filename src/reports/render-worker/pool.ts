import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { createSemaphore } from '../../lib/semaphore.js';
import { streamFromWorker, type RenderedReport } from './stream.js';
import type { RenderJob } from './messages.js';
import { renderReport } from './render.js';
import { toChunks } from './chunks.js';

export interface ReportRenderer {
  /** Resolves when all is compared and the text begins. `signal`: nobody wants it any more. */
  render(job: RenderJob, signal: AbortSignal): Promise<RenderedReport>;
  /** ends what is under way */
  close(): void;
}

export interface RendererOptions {
  /** the compiled worker; where there is none (sources run by a test runner), reports are made right here */
  url?: URL;
  /** a report that needs more fails, and nothing else does */
  heapMb?: number;
  /** a thread is ended when nothing was to be made for so long */
  idleMs?: number;
  /** a report of which nobody takes anything for so long is given up */
  stallMs?: number;
}

const MAX_CONCURRENCY = 2;

/** Makes reports in threads of their own, two at a time; others wait. */
export function createReportRenderer({
  url = new URL('worker.js', import.meta.url),
  heapMb = 2048,
  idleMs = 30_000,
  stallMs = 60_000,
}: RendererOptions = {}): ReportRenderer {
  if (!existsSync(url)) return { render: async (job) => renderHere(job), close: () => undefined };
  const threads = createThreads(url, heapMb, idleMs);
  const turns = createSemaphore(MAX_CONCURRENCY);
  return {
    render: (job, signal) =>
      new Promise((resolve, reject) => {
        void turns.run(async () => {
          if (signal.aborted) return reject(new Error('Nobody waits for the report any more'));
          const worker = threads.take();
          const { made, ended } = streamFromWorker(worker, job, signal, stallMs);
          made.then(resolve, reject);
          threads.giveBack(worker, await ended);
        });
      }),
    close: threads.close,
  };
}

function renderHere(job: RenderJob): RenderedReport {
  const { summary, texts } = renderReport(job);
  return { ...summary, text: Readable.from(toChunks(texts), { objectMode: false }) };
}

function createThreads(url: URL, heapMb: number, idleMs: number) {
  const all = new Set<Worker>();
  const free = new Map<Worker, NodeJS.Timeout>();
  const end = (worker: Worker): void => {
    clearTimeout(free.get(worker));
    free.delete(worker);
    all.delete(worker);
    void worker.terminate();
  };
  const start = (): Worker => {
    const worker = new Worker(url, {
      name: 'reports',
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 64 },
    });
    worker
      .on('error', () => {
        end(worker);
      })
      .on('exit', () => {
        end(worker);
      })
      .unref();
    all.add(worker);
    return worker;
  };
  return {
    take(): Worker {
      const [worker] = [...free.keys()].slice(-1);
      if (!worker) return start();
      clearTimeout(free.get(worker));
      free.delete(worker);
      return worker;
    },
    giveBack(worker: Worker, isUsable: boolean): void {
      if (isUsable && all.has(worker))
        free.set(
          worker,
          setTimeout(() => {
            end(worker);
          }, idleMs).unref(),
        );
      else end(worker);
    },
    close: (): void => {
      for (const worker of all) end(worker);
    },
  };
}
