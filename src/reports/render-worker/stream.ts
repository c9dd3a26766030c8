import { Readable } from 'node:stream';
import type { Worker } from 'node:worker_threads';
import {
  CHUNKS_PER_TICK,
  type FromRenderWorker,
  type ReportSummary,
  type RenderJob,
  type ToRenderWorker,
} from './messages.js';

/** The text of a report, and what is known before it begins. */
export interface RenderedReport extends ReportSummary {
  text: Readable;
}

export interface WorkerStream {
  /** rejects with what went wrong before the text began; what goes wrong later destroys the text */
  made: Promise<RenderedReport>;
  /** resolves when the thread is done with it; false: it is of no use for another */
  ended: Promise<boolean>;
}

function deferred<T>() {
  let settle: { resolve: (value: T) => void; reject: (error: Error) => void } | null = null;
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return {
    promise,
    resolve: (value: T) => settle?.resolve(value),
    reject: (error: Error) => settle?.reject(error),
  };
}

/**
 * A function that has `work` done once the others have been served. Where the reader is as fast as the maker, each piece that is taken brings the next at once
 * and the socket takes all of them: without an end to each turn nobody else would be served until the text is whole.
 */
function inItsTurn(work: () => void): () => void {
  let turn: NodeJS.Immediate | undefined;
  return () => {
    turn ??= setImmediate(() => {
      turn = undefined;
      work();
    });
  };
}

/**
 * Has one report made by a thread that is free. Nobody wants it any more when `signal` says so, when the text is destroyed, or when
 * nothing was taken of it for `stallMs`.
 */
export function streamFromWorker(
  worker: Worker,
  job: RenderJob,
  signal: AbortSignal,
  stallMs: number,
): WorkerStream {
  const made = deferred<RenderedReport>();
  const ended = deferred<boolean>();
  const waiting: (Uint8Array | null)[] = [];
  let isWanted = false;
  let isWhole = false;
  let stalled: NodeJS.Timeout | undefined;
  const tell = (message: ToRenderWorker): void => {
    worker.postMessage(message);
  };
  const soon = inItsTurn(() => {
    give();
  });
  const text = new Readable({
    read: () => {
      isWanted = true;
      soon();
    },
  });

  function give(): void {
    for (let pieces = 0; isWanted && waiting.length > 0 && !text.destroyed; pieces += 1) {
      if (pieces === CHUNKS_PER_TICK) return soon();
      isWanted = text.push(waiting.shift());
      if (!isWhole) tell({ kind: 'chunk-taken' });
      watch();
    }
  }
  function watch(): void {
    clearTimeout(stalled);
    stalled = setTimeout(
      () =>
        waiting.length > 0 ? text.destroy(new Error('Nobody took the text of a report')) : watch(),
      stallMs,
    ).unref();
  }
  function hear(message: FromRenderWorker): void {
    if (message.kind === 'failed')
      return finish(
        true,
        Object.assign(new Error(`A report could not be made: ${message.message}`), {
          code: message.code,
        }),
      );
    if (message.kind === 'summary') {
      watch();
      return made.resolve({ lastTask: message.lastTask, worstNew: message.worstNew, text });
    }
    waiting.push(message.kind === 'chunk' ? message.bytes : null);
    if (message.kind === 'end') finish(true);
    soon();
  }
  function finish(isUsable: boolean, error?: Error): void {
    isWhole = true;
    worker.off('message', hear).off('error', died).off('exit', exited);
    signal.removeEventListener('abort', abort);
    if (error) {
      made.reject(error);
      text.destroy(error);
    }
    ended.resolve(isUsable);
  }
  const died = (error: unknown): void => {
    finish(false, error instanceof Error ? error : new Error(String(error)));
  };
  const exited = (): void => {
    finish(false, new Error('The thread that made a report was ended'));
  };
  const abort = (): void => {
    finish(false, new Error('Nobody waits for the report any more'));
  };
  text.on('error', () => undefined); // whoever takes the text hears of it as well
  text.once('close', () => {
    clearTimeout(stalled);
    if (!isWhole) abort();
  });
  worker.on('message', hear).on('error', died).on('exit', exited);
  signal.addEventListener('abort', abort);
  tell({ kind: 'render', job });
  return { made: made.promise, ended: ended.promise };
}
