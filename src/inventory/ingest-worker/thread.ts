import { Worker } from 'node:worker_threads';
import { createSemaphore } from '../../lib/semaphore.js';
import { fromWire, type FromReportReader, type ToReportReader } from './messages.js';
import type { MissingIds, ParseContext, IndexResult, RawReport, ResolveIds } from './parse.js';

export interface ThreadOptions {
  url: URL;
  resolveIds: ResolveIds;
  /** maximum number of reports in progress; others wait */
  concurrency: number;
  /** a report that needs more memory ends the thread, but not the process */
  heapMb: number;
  /** idle time after which the thread is terminated */
  idleMs: number;
}

/** The thread ended with reports in progress, one of which exceeded its memory. */
export class WorkerDiedError extends Error {}

interface Pending {
  resolve: (result: IndexResult) => void;
  reject: (error: Error) => void;
}

interface WorkerEvents {
  onMessage: (message: FromReportReader) => void;
  /** the thread failed or exited; may be called more than once */
  onEnd: (reason: string) => void;
}

/**
 * Indexes reports in a worker thread, which runs while there are reports. Rejects with WorkerDiedError,
 * or with the error of `resolveIds`.
 */
export function createThread({ url, resolveIds, concurrency, heapMb, idleMs }: ThreadOptions) {
  const semaphore = createSemaphore(concurrency);
  const pending = new Map<number, Pending>();
  let worker: Worker | null = null;
  let idleTimer: NodeJS.Timeout | undefined;
  let lastId = 0;

  function start(): Worker {
    const started = startWorker(url, heapMb, {
      onMessage: (message) => {
        if (message.kind === 'resolve') void resolveFor(started, message.id, message.missing);
        else settle(pending.get(message.id), message);
      },
      onEnd: (reason) => {
        if (worker !== started) return;
        worker = null;
        for (const { reject } of pending.values()) reject(new WorkerDiedError(reason));
        pending.clear();
      },
    });
    return started;
  }

  async function resolveFor(from: Worker, id: number, missing: MissingIds): Promise<void> {
    const request = pending.get(id);
    try {
      post(from, { kind: 'resolved', id, resolved: await resolveIds(missing) });
    } catch (error) {
      post(from, { kind: 'cancel', id });
      request?.reject(error as Error);
    }
  }

  const post = (to: Worker, message: ToReportReader): void => {
    if (worker === to) to.postMessage(message);
  };

  function terminate(): void {
    const ending = worker;
    worker = null;
    void ending?.terminate();
  }

  async function indexOne(report: RawReport, getContext: () => ParseContext): Promise<IndexResult> {
    clearTimeout(idleTimer);
    lastId += 1;
    const id = lastId;
    worker ??= start();
    const to = worker;
    try {
      return await new Promise<IndexResult>((resolve, reject) => {
        pending.set(id, { resolve, reject });
        post(to, { kind: 'index', id, report, context: getContext() });
      });
    } finally {
      pending.delete(id);
      if (pending.size === 0) idleTimer = setTimeout(terminate, idleMs).unref();
    }
  }

  return {
    index: (report: RawReport, getContext: () => ParseContext): Promise<IndexResult> =>
      semaphore.run(() => indexOne(report, getContext)),
  };
}

function settle(
  request: Pending | undefined,
  message: Exclude<FromReportReader, { kind: 'resolve' }>,
): void {
  if (message.kind === 'indexed') request?.resolve(fromWire(message.result));
  else request?.reject(new Error(`A report could not be indexed: ${message.message}`));
}

function startWorker(url: URL, heapMb: number, { onMessage, onEnd }: WorkerEvents): Worker {
  const worker = new Worker(url, {
    name: 'report-reader',
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16 },
  });
  worker
    .on('message', onMessage)
    .on('error', (error: unknown) => {
      onEnd(error instanceof Error ? error.message : String(error));
    })
    .on('exit', (code) => {
      onEnd(`ended with code ${code}`);
    })
    .unref();
  return worker;
}
