import { parentPort, type MessagePort } from 'node:worker_threads';
import { countInFlight, isCancelled, startWaiting, type Flow } from './flow.js';
import {
  plainErrors,
  transferListOf,
  type ErrorCodec,
  type FromWorker,
  type ToWorker,
  type WorkerProtocol,
} from './messages.js';

/** The operations of a running request, beside returning its result. */
export interface RequestContext<P extends WorkerProtocol> {
  notify: (notice: P['notice']) => void;
  /** Rejects when the request is cancelled; its own result is then ignored. */
  ask: (question: P['question']) => Promise<P['answer']>;
  /** items of this stream that were sent and not taken yet; read from shared memory, also between event loop ticks */
  countInFlight: () => number;
}

/** The work of one worker. Requests run concurrently as far as they are asynchronous. */
export interface WorkerHandlers<P extends WorkerProtocol> {
  request?: (
    payload: P['request'],
    context: RequestContext<P>,
  ) => P['response'] | Promise<P['response']>;
  /** The next item is computed while the one before is taken; a cancelled stream is left at its next item. */
  stream?: (
    payload: P['request'],
    context: RequestContext<P>,
  ) => Iterable<P['item']> | AsyncIterable<P['item']>;
  /** releases what keeps the thread alive, when the client closes */
  close?: () => void;
  errors?: ErrorCodec;
}

/** State of a request in progress. */
interface Running {
  /** continues a stream that waits until an item is taken */
  wake: () => void;
  questions: { resolve: (answer: unknown) => void; reject: (error: Error) => void }[];
}

type StreamRequest = Extract<ToWorker, { kind: 'stream' }>;

/** Serves the requests of the worker client that started this thread. Does nothing in a thread that is not a worker. */
export function serveWorker<P extends WorkerProtocol>(
  handlers: WorkerHandlers<P>,
  port: MessagePort | null = parentPort,
): void {
  if (!port) return;
  const running = new Map<number, Running>();
  const serve = createServer(handlers, port, running);
  port.on('message', (message: ToWorker) => {
    if (message.kind === 'close') {
      handlers.close?.();
      port.close();
      return;
    }
    if (message.kind === 'request' || message.kind === 'stream') return void serve(message);
    const request = running.get(message.id);
    if (message.kind === 'answer') request?.questions[message.question]?.resolve(message.answer);
    else {
      request?.wake();
      if (message.kind === 'cancel')
        for (const { reject } of request?.questions ?? [])
          reject(new Error('The request was cancelled'));
    }
  });
}

function createServer<P extends WorkerProtocol>(
  { request, stream, errors = plainErrors }: WorkerHandlers<P>,
  port: MessagePort,
  running: Map<number, Running>,
) {
  const post = (message: FromWorker, content?: unknown): void => {
    port.postMessage(message, transferListOf(content));
  };
  function createContext(id: number, state: Running, inFlight: () => number): RequestContext<P> {
    return {
      notify: (notice) => post({ kind: 'notice', id, notice }),
      ask: (question) =>
        new Promise((resolve, reject) => {
          const number = state.questions.push({ resolve, reject }) - 1;
          post({ kind: 'question', id, number, question }, question);
        }),
      countInFlight: inFlight,
    };
  }

  async function respond(id: number, payload: unknown, state: Running): Promise<void> {
    if (!request) throw new Error('This worker answers no requests');
    const response = await request(
      payload,
      createContext(id, state, () => 0),
    );
    post({ kind: 'response', id, response }, response);
  }

  async function send({ id, payload, window, flow }: StreamRequest, state: Running): Promise<void> {
    if (!stream) throw new Error('This worker streams nothing');
    let sent = 0;
    const context = createContext(id, state, () => countInFlight(flow, sent));
    for await (const item of stream(payload, context)) {
      await hasCredit(flow, sent, window, state);
      if (isCancelled(flow)) return;
      sent += 1;
      post({ kind: 'item', id, item }, item);
    }
    post({ kind: 'end', id });
  }

  return async (message: StreamRequest | Extract<ToWorker, { kind: 'request' }>): Promise<void> => {
    const { id } = message;
    const state: Running = { wake: () => undefined, questions: [] };
    running.set(id, state);
    try {
      await (message.kind === 'stream'
        ? send(message, state)
        : respond(id, message.payload, state));
    } catch (error) {
      post({ kind: 'failure', id, error: errors.encode(error) });
    } finally {
      running.delete(id);
    }
  };
}

/** Resolves when fewer than `window` items are in flight, or the stream is cancelled. */
async function hasCredit(flow: Flow, sent: number, window: number, state: Running): Promise<void> {
  while (countInFlight(flow, sent) >= window && startWaiting(flow, sent, window))
    await new Promise<void>((resolve) => {
      state.wake = resolve;
    });
}
