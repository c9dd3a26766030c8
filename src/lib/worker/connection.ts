import type { ResourceLimits } from 'node:worker_threads';
import {
  plainErrors,
  transferListOf,
  type ErrorCodec,
  type FromWorker,
  type ToWorker,
} from './messages.js';
import { startWorkerThread, WorkerEndedError, type WorkerThread } from './thread.js';

export interface ConnectionOptions {
  /** the compiled entry of the worker */
  url: URL;
  name: string;
  workerData?: unknown;
  resourceLimits?: ResourceLimits;
  /** default: `plainErrors` */
  errors?: ErrorCodec;
  /** ends the thread when no request was pending for that long; default: never */
  idleMs?: number;
  /** how long `close` waits for the thread to exit; default: 2000 */
  graceMs?: number;
  /** the thread ended without `terminate` or `close`; its pending requests have been rejected */
  onDeath?: (error: WorkerEndedError) => void;
}

/** How a pending request uses the messages of the worker. */
export interface PendingRequest {
  respond: (response: unknown) => void;
  item: (item: unknown) => void;
  notice: (notice: unknown) => void;
  /** called once, and nothing after it */
  fail: (error: Error) => void;
}

type Question = Extract<FromWorker, { kind: 'question' }>;

/**
 * A worker thread, started when it is needed, with the requests that wait for it.
 * @param answer answers a question of the worker
 */
export function createConnection(
  options: ConnectionOptions,
  answer: (question: unknown) => Promise<unknown>,
) {
  const { name, errors = plainErrors, graceMs = 2000 } = options;
  const pending = createPendingRequests();
  const idleTimer = createIdleTimer(options.idleMs, () => {
    if (pending.count() === 0) void terminate();
  });

  const thread = createRestartableThread(options, receive, pending.failAll);

  function settle(id: number): boolean {
    const wasPending = pending.remove(id);
    if (!wasPending || pending.count() > 0) return wasPending;
    thread.unref();
    idleTimer.restart();
    return true;
  }

  function receive(message: FromWorker): void {
    const request = pending.find(message.id);
    if (!request) return;
    if (message.kind === 'question') return void reply(message, request);
    if (message.kind === 'item') return request.item(message.item);
    if (message.kind === 'notice') return request.notice(message.notice);
    settle(message.id);
    if (message.kind === 'failure') request.fail(errors.decode(message.error));
    else request.respond(message.kind === 'response' ? message.response : undefined);
  }

  async function reply({ id, number, question }: Question, request: PendingRequest): Promise<void> {
    try {
      const found = await answer(question);
      if (pending.find(id)) thread.post({ kind: 'answer', id, question: number, answer: found });
    } catch (error) {
      if (!settle(id)) return;
      thread.post({ kind: 'cancel', id });
      request.fail(error as Error);
    }
  }

  async function terminate(): Promise<void> {
    idleTimer.stop();
    pending.failAll(endedError(name));
    await thread.terminate();
  }

  function open(request: PendingRequest): number {
    thread.start();
    if (pending.count() === 0) thread.ref();
    return pending.add(request);
  }

  return {
    start: thread.start,
    /** Registers a request whose message is still to be posted. Returns its id. */
    open,
    post: thread.post,
    /** The request needs no further message. Returns false when it was settled before. */
    settle,
    terminate,
    close: async (): Promise<void> => {
      idleTimer.stop();
      await thread.close(graceMs);
      pending.failAll(endedError(name));
    },
  };
}

/** One timer that is refreshed: a new timer per request costs more than the request. */
function createIdleTimer(idleMs: number | undefined, onIdle: () => void) {
  let timer: NodeJS.Timeout | undefined;
  return {
    restart(): void {
      if (timer) timer.refresh();
      else if (idleMs !== undefined) timer = setTimeout(onIdle, idleMs).unref();
    },
    stop(): void {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

function createPendingRequests() {
  const requests = new Map<number, PendingRequest>();
  let newestId = 0;
  return {
    add(request: PendingRequest): number {
      newestId += 1;
      requests.set(newestId, request);
      return newestId;
    },
    find: (id: number): PendingRequest | undefined => requests.get(id),
    remove: (id: number): boolean => requests.delete(id),
    count: (): number => requests.size,
    failAll: (error: Error): void => {
      for (const [id, request] of requests) {
        requests.delete(id);
        request.fail(error);
      }
    },
  };
}

const endedError = (name: string): WorkerEndedError =>
  new WorkerEndedError(`The worker thread ${name} was ended`);

/** A thread that is started again after it ended, until `close`. */
function createRestartableThread(
  { url, name, workerData, resourceLimits, onDeath }: ConnectionOptions,
  onMessage: (message: FromWorker) => void,
  failAll: (error: WorkerEndedError) => void,
) {
  let thread: WorkerThread<ToWorker> | null = null;
  let isClosed = false;
  return {
    start: (): void => {
      if (isClosed) throw endedError(name);
      thread ??= startWorkerThread<ToWorker, FromWorker>({
        url,
        name,
        workerData,
        resourceLimits,
        onMessage,
        onDeath: (error) => {
          thread = null;
          failAll(error);
          onDeath?.(error);
        },
      });
    },
    post: (message: ToWorker): void => thread?.post(message, transferListOf(contentOf(message))),
    ref: (): void => thread?.ref(),
    unref: (): void => thread?.unref(),
    async terminate(): Promise<void> {
      const ending = thread;
      thread = null;
      await ending?.terminate();
    },
    /** Messages are received until the thread has exited. */
    async close(graceMs: number): Promise<void> {
      isClosed = true;
      await thread?.close({ kind: 'close' }, graceMs);
      thread = null;
    },
  };
}

function contentOf(message: ToWorker): unknown {
  if (message.kind === 'answer') return message.answer;
  return 'payload' in message ? message.payload : undefined;
}
