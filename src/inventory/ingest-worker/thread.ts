import { Worker } from 'node:worker_threads';
import { createSemaphore } from '../../lib/semaphore.js';
import { fromWire, type FromReportReader, type ToReportReader } from './messages.js';
import type { ParseContext, ResolvedIds, IndexResult, RawReport, MissingIds } from './parse.js';

export interface ThreadOptions {
  url: URL;
  number: (unknown: MissingIds) => Promise<ResolvedIds>;
  /** readings at one time; others wait */
  atOnce: number;
  /** a report that needs more ends the thread, and nothing else */
  heapMb: number;
  /** the thread is ended when nothing was to be read for so long */
  idleMs: number;
}

/** The thread ended with readings under way, of which one was too much for it. */
export class WorkerDiedError extends Error {}

interface Pending {
  resolve: (reading: IndexResult) => void;
  reject: (error: Error) => void;
}

/** Reads reports in a thread of its own, which is there while there is something to read. Rejects with WorkerDiedError, or with what `number` throws. */
export function createThread({ url, number, atOnce, heapMb, idleMs }: ThreadOptions) {
  const turns = createSemaphore(atOnce);
  const pending = new Map<number, Pending>();
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  let count = 0;

  function start(): Worker {
    const started = new Worker(url, {
      name: 'report-reader',
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16 },
    });
    const died = (why: string): void => {
      if (worker !== started) return;
      worker = null;
      for (const { reject } of pending.values()) reject(new WorkerDiedError(why));
      pending.clear();
    };
    started.on('message', (message: FromReportReader) => {
      hear(started, message);
    });
    started.on('error', (error: unknown) => {
      died(error instanceof Error ? error.message : String(error));
    });
    started.on('exit', (code) => {
      died(`ended with code ${code}`);
    });
    started.unref();
    return started;
  }

  function hear(from: Worker, message: FromReportReader): void {
    const { id } = message;
    const one = pending.get(id);
    if (message.kind === 'unknown') {
      number(message.unknown).then(
        (found) => {
          tell(from, { kind: 'found', id, found });
        },
        (error: unknown) => {
          tell(from, { kind: 'drop', id });
          one?.reject(error as Error);
        },
      );
    } else if (message.kind === 'read') one?.resolve(fromWire(message.reading));
    else one?.reject(new Error(`A report could not be read: ${message.message}`));
  }

  const tell = (to: Worker, message: ToReportReader): void => {
    if (worker === to) to.postMessage(message);
  };

  function end(): void {
    const ending = worker;
    worker = null;
    void ending?.terminate();
  }

  async function readOne(report: RawReport, before: () => ParseContext): Promise<IndexResult> {
    clearTimeout(idle);
    const id = ++count;
    const reader = (worker ??= start());
    try {
      return await new Promise<IndexResult>((resolve, reject) => {
        pending.set(id, { resolve, reject });
        tell(reader, { kind: 'read', id, report, before: before() });
      });
    } finally {
      pending.delete(id);
      if (pending.size === 0) idle = setTimeout(end, idleMs).unref();
    }
  }

  return {
    read: (report: RawReport, before: () => ParseContext): Promise<IndexResult> =>
      turns.run(() => readOne(report, before)),
  };
}
