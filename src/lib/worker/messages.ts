import type { TransferListItem } from 'node:worker_threads';

/**
 * The types of one worker's messages, all structured-cloneable. A feature extends it in the messages file
 * of its worker.
 */
export interface WorkerProtocol {
  request: unknown;
  /** the result of a request */
  response: unknown;
  /** one item of a streamed result */
  item: unknown;
  /** sent while a request runs, without back-pressure: progress */
  notice: unknown;
  /** asked by the worker while a request runs */
  question: unknown;
  answer: unknown;
}

/** To the worker. `flow`: shared memory of a stream (flow.ts). */
export type ToWorker =
  | { kind: 'request'; id: number; payload: unknown }
  | { kind: 'stream'; id: number; payload: unknown; window: number; flow: Int32Array }
  /** an item was taken while the worker was waiting for that */
  | { kind: 'taken'; id: number }
  | { kind: 'answer'; id: number; question: number; answer: unknown }
  /** the client no longer expects anything of this request */
  | { kind: 'cancel'; id: number }
  | { kind: 'close' };

/** From the worker; `end`: all items of a stream were sent. */
export type FromWorker =
  | { kind: 'response'; id: number; response: unknown }
  | { kind: 'item'; id: number; item: unknown }
  | { kind: 'end'; id: number }
  | { kind: 'notice'; id: number; notice: unknown }
  | { kind: 'question'; id: number; number: number; question: unknown }
  | { kind: 'failure'; id: number; error: unknown };

/** How errors cross threads. Structured clone would drop the class, `code` and own properties. */
export interface ErrorCodec {
  encode: (error: unknown) => unknown;
  decode: (encoded: unknown) => Error;
}

export interface EncodedError {
  name: string;
  message: string;
  stack: string | undefined;
  /** as the system names it: SQLITE_FULL */
  code: string | undefined;
}

export function encodeError(error: unknown): EncodedError {
  const { name, message, stack, code } = (
    error instanceof Error ? error : new Error(String(error))
  ) as NodeJS.ErrnoException;
  return { name, message, stack, code };
}

/** Returns a plain Error with the message, stack and code of the other thread's. */
export function decodeError({ message, stack, code }: EncodedError): Error {
  return Object.assign(new Error(message), { stack }, code === undefined ? {} : { code });
}

export const plainErrors: ErrorCodec = {
  encode: encodeError,
  decode: (encoded) => decodeError(encoded as EncodedError),
};

const transferLists = new WeakMap<object, readonly TransferListItem[]>();

/**
 * Marks a request, response, item, question or answer: these buffers move to the other thread instead of
 * being copied. Returns the value itself.
 */
export function transfer<T extends object>(value: T, list: readonly TransferListItem[]): T {
  transferLists.set(value, list);
  return value;
}

export const transferListOf = (value: unknown): readonly TransferListItem[] | undefined =>
  typeof value === 'object' && value !== null ? transferLists.get(value) : undefined;
