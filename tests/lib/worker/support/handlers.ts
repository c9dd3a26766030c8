import { setImmediate as nextTick, setTimeout as sleep } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { transfer } from '../../../../src/lib/worker/messages.js';
import type { RequestContext, WorkerHandlers } from '../../../../src/lib/worker/port.js';
import { Refused, testErrors, type TestProtocol, type TestRequest } from './protocol.js';

let left = 0;

export function createTestHandlers(close: () => void): WorkerHandlers<TestProtocol> {
  return { request: answer, stream, close, errors: testErrors };
}

async function answer(
  request: TestRequest,
  { notify, ask }: RequestContext<TestProtocol>,
): Promise<unknown> {
  switch (request.kind) {
    case 'echo':
      return request.value;
    case 'sleep':
      return sleep(request.ms, 'awake');
    case 'bytes': {
      const bytes = new Uint8Array(request.size).fill(7);
      return transfer(bytes, [bytes.buffer]);
    }
    case 'sum':
      return request.bytes.reduce((sum, byte) => sum + byte, 0);
    case 'data':
      return workerData;
    case 'notify':
      for (let n = 1; n <= request.count; n += 1) notify(n);
      return 'notified';
    case 'ask':
      return Promise.all(request.questions.map(ask));
    case 'throw':
      if (request.reason !== null) throw new Refused(request.reason, 'refused');
      throw Object.assign(new Error('broken'), { code: request.code });
    case 'function':
      return () => 'a function';
    case 'left':
      return left;
    case 'exit':
    case 'uncaught':
    case 'allocate':
      return endThread(request);
    case 'count':
    case 'lead':
    case 'buffers':
      throw new Error('This is a stream');
  }
}

function endThread(request: TestRequest): Promise<never> {
  if (request.kind === 'exit') process.exit(request.code);
  if (request.kind === 'uncaught')
    setImmediate(() => {
      throw new Error('an uncaught error');
    });
  const hoard: unknown[] = [];
  while (request.kind === 'allocate') hoard.push(new Array(1000).fill(hoard.length));
  return new Promise(() => undefined);
}

async function* stream(
  request: TestRequest,
  context: RequestContext<TestProtocol>,
): AsyncGenerator<unknown> {
  let isWhole = false;
  try {
    if (request.kind === 'count') yield* count(request);
    if (request.kind === 'lead')
      for (let n = 0; n < request.to; n += 1) yield context.countInFlight();
    if (request.kind === 'buffers')
      for (let n = 0; n < request.count; n += 1) {
        const bytes = new Uint8Array(request.size).fill(n);
        yield transfer(bytes, [bytes.buffer]);
      }
    isWhole = true;
  } finally {
    if (!isWhole) left += 1;
  }
}

async function* count({
  to,
  isAsync,
  failsAt,
  endsAt,
}: Extract<TestRequest, { kind: 'count' }>): AsyncGenerator<number> {
  for (let n = 0; n < to; n += 1) {
    if (isAsync) await nextTick();
    if (n === failsAt) throw new Refused('count', `cannot count to ${n}`);
    if (n === endsAt) process.exit(9);
    yield n;
  }
}
