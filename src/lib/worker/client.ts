import { setImmediate as nextTick } from 'node:timers/promises';
import { createConnection, type ConnectionOptions } from './connection.js';
import { cancel, createFlow, take } from './flow.js';
import type { WorkerProtocol } from './messages.js';

export interface WorkerClientOptions<P extends WorkerProtocol> extends ConnectionOptions {
  /** answers questions of the worker; where it rejects, the request rejects with the same error */
  answer?: (question: P['question']) => Promise<P['answer']>;
}

interface RequestOptions<P extends WorkerProtocol> {
  onNotice?: (notice: P['notice']) => void;
}

interface StreamOptions<P extends WorkerProtocol> extends RequestOptions<P> {
  /** items sent and not taken; default: 4. An item is taken when the next one is requested */
  window?: number;
  /** items after which other callbacks of this thread run first; default: no limit */
  itemsPerTick?: number;
  /**
   * Called once when the worker has finished this stream: all items were received, though perhaps not
   * taken, or it failed. Not called when the loop is left before that.
   */
  onSettled?: (error: Error | null) => void;
}

/**
 * A worker thread that answers requests. The thread starts with the first request, keeps the process
 * alive while requests are pending, and starts again with the next request after it ended.
 */
export interface WorkerClient<P extends WorkerProtocol> {
  /** Sends synchronously. Rejects with the worker's error (by `errors`), or with WorkerEndedError. */
  request: (payload: P['request'], options?: RequestOptions<P>) => Promise<P['response']>;
  /**
   * Sends with the first `next`. Leaving the loop early cancels the stream in the worker. Throws as
   * `request` rejects, after the items that were received.
   */
  stream: (
    payload: P['request'],
    options?: StreamOptions<P>,
  ) => AsyncGenerator<P['item'], void, void>;
  /** Starts the thread ahead of the first request. */
  start: () => void;
  /** Ends the thread at once: pending requests reject with WorkerEndedError. The next request starts another. */
  terminate: () => Promise<void>;
  /**
   * Lets the worker answer what it can, close what it has open and exit, for at most `graceMs`. Then as
   * `terminate`, for good.
   */
  close: () => Promise<void>;
}

const ignore = (): void => undefined;

export function createWorkerClient<P extends WorkerProtocol>({
  answer = refuse,
  ...options
}: WorkerClientOptions<P>): WorkerClient<P> {
  const { open, post, settle, start, terminate, close } = createConnection(options, answer);

  const request: WorkerClient<P>['request'] = (payload, { onNotice = ignore } = {}) =>
    new Promise((resolve, reject) => {
      const id = open({ respond: resolve, item: ignore, notice: onNotice, fail: reject });
      try {
        post({ kind: 'request', id, payload });
      } catch (error) {
        settle(id); // the payload cannot be cloned
        throw error;
      }
    });

  async function* stream(
    payload: P['request'],
    {
      window = 4,
      itemsPerTick = Infinity,
      onSettled = ignore,
      onNotice = ignore,
    }: StreamOptions<P> = {},
  ): AsyncGenerator<P['item'], void, void> {
    const flow = createFlow();
    const inbox = createInbox();
    const end = (error: Error | null): void => {
      inbox.end(error);
      onSettled(error);
    };
    const id = open({ respond: () => end(null), item: inbox.push, notice: onNotice, fail: end });
    try {
      post({ kind: 'stream', id, payload, window, flow });
      for (let taken = 1; await inbox.hasNext(); taken += 1) {
        yield inbox.next() as Awaited<P['item']>;
        if (take(flow)) post({ kind: 'taken', id });
        if (taken % itemsPerTick === 0) await nextTick();
      }
    } finally {
      cancel(flow);
      if (settle(id)) post({ kind: 'cancel', id });
    }
  }

  return { request, stream, start, terminate, close };
}

const refuse = async (): Promise<never> => {
  throw new Error('The worker asks a question, and no answers are configured');
};

/** Items that arrived and were not taken, and the end after them. */
function createInbox() {
  const items: unknown[] = [];
  let hasEnded = false;
  let failure: Error | null = null;
  let wake = ignore;
  return {
    push(this: void, item: unknown): void {
      items.push(item);
      wake();
    },
    end(this: void, error: Error | null): void {
      hasEnded = true;
      failure = error;
      wake();
    },
    /** Resolves to true when an item is there, to false after the last one. Rejects with the failure. */
    async hasNext(): Promise<boolean> {
      while (items.length === 0 && !hasEnded)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      if (items.length > 0) return true;
      if (failure) throw failure;
      return false;
    },
    next: (): unknown => items.shift(),
  };
}
