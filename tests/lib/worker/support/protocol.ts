import {
  decodeError,
  encodeError,
  type EncodedError,
} from '../../../../src/lib/worker/messages.js';
import type { WorkerProtocol } from '../../../../src/lib/worker/messages.js';

export class Refused extends Error {
  constructor(
    readonly reason: string,
    message: string,
  ) {
    super(message);
  }
}

/** The work that the test worker can do. */
export type TestRequest =
  | { kind: 'echo'; value: unknown }
  | { kind: 'sleep'; ms: number }
  | { kind: 'bytes'; size: number }
  | { kind: 'sum'; bytes: Uint8Array }
  | { kind: 'data' }
  | { kind: 'notify'; count: number }
  | { kind: 'ask'; questions: number[] }
  | { kind: 'throw'; reason: string | null; code?: string }
  | { kind: 'function' }
  | { kind: 'exit'; code: number }
  | { kind: 'uncaught' }
  | { kind: 'allocate' }
  /** numbers from 0; fails instead of number `failsAt` */
  | { kind: 'count'; to: number; isAsync?: boolean; failsAt?: number; endsAt?: number }
  /** how many items the stream was ahead of its consumer, read by a producer that never awaits */
  | { kind: 'lead'; to: number }
  | { kind: 'buffers'; count: number; size: number }
  /** how many streams were left early so far */
  | { kind: 'left' };

export interface TestProtocol extends WorkerProtocol {
  request: TestRequest;
  response: unknown;
  item: unknown;
  notice: number;
  question: number;
  answer: number;
}

/** Keeps the class of `Refused`; every other error is plain. */
export const testErrors = {
  encode: (error: unknown): EncodedError & { reason?: string } => ({
    ...encodeError(error),
    ...(error instanceof Refused && { reason: error.reason }),
  }),
  decode(encoded: unknown): Error {
    const { reason, ...plain } = encoded as EncodedError & { reason?: string };
    return reason === undefined ? decodeError(plain) : new Refused(reason, plain.message);
  },
};
