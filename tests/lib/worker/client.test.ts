import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { createLocalWorkerClient } from '../../../src/lib/worker/local-client.js';
import {
  createWorkerClient,
  type WorkerClient,
  type WorkerClientOptions,
} from '../../../src/lib/worker/client.js';
import { transfer } from '../../../src/lib/worker/messages.js';
import { WorkerEndedError } from '../../../src/lib/worker/thread.js';
import { temporaryFolder } from '../../support/database.js';
import { compileTestWorker } from './support/compile.js';
import { createTestHandlers } from './support/handlers.js';
import { Refused, testErrors, type TestProtocol } from './support/protocol.js';

const worker = compileTestWorker();
afterAll(worker.remove);

type Options = Partial<WorkerClientOptions<TestProtocol>>;

function inThread(options: Options = {}): WorkerClient<TestProtocol> {
  const client = createWorkerClient<TestProtocol>({
    url: worker.url,
    name: 'test',
    errors: testErrors,
    ...options,
  });
  onTestFinished(() => client.terminate());
  return client;
}
const inProcess = (options: Options = {}): WorkerClient<TestProtocol> =>
  createLocalWorkerClient(async () => createTestHandlers(() => undefined), options);

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}
const range = (to: number): number[] => Array.from({ length: to }, (_, n) => n);

describe.each([
  ['in a thread', inThread],
  ['in this process', inProcess],
])('a worker client %s', (_where, create) => {
  it('resolves each request with its own response', async () => {
    const client = create();
    const responses = await Promise.all(
      range(100).map((value) => client.request({ kind: 'echo', value })),
    );
    expect(responses).toEqual(range(100));
  });

  it('streams all items in their order', async () => {
    const client = create();
    const counts = await Promise.all(
      [0, 1, 5, 300].map((to) => collect(client.stream({ kind: 'count', to, isAsync: to === 5 }))),
    );
    expect(counts).toEqual([0, 1, 5, 300].map(range));
  });

  it('reports notices before the response', async () => {
    const notices: number[] = [];
    const onNotice = (notice: number) => notices.push(notice);
    expect(await create().request({ kind: 'notify', count: 3 }, { onNotice })).toBe('notified');
    expect(notices).toEqual([1, 2, 3]);
  });

  it('answers the questions that the worker asks during a request', async () => {
    const client = create({ answer: async (question) => question * 2 });
    expect(await client.request({ kind: 'ask', questions: [1, 2, 3] })).toEqual([2, 4, 6]);
  });

  it('rejects a request with the error of its answer', async () => {
    const error = new Refused('disk', 'the disk is full');
    const client = create({
      answer: async (question) => {
        if (question === 2) throw error;
        return 0;
      },
    });
    await expect(client.request({ kind: 'ask', questions: [1, 2] })).rejects.toBe(error);
    expect(await client.request({ kind: 'ask', questions: [1] })).toEqual([0]);
  });

  it('rejects a request with the error that the worker threw, and serves the next', async () => {
    const client = create();
    const refused = client.request({ kind: 'throw', reason: 'size' });
    await expect(refused).rejects.toBeInstanceOf(Refused);
    await expect(refused).rejects.toMatchObject({ reason: 'size', message: 'refused' });
    await expect(
      client.request({ kind: 'throw', reason: null, code: 'SQLITE_FULL' }),
    ).rejects.toMatchObject({ message: 'broken', code: 'SQLITE_FULL' });
    expect(await client.request({ kind: 'echo', value: 1 })).toBe(1);
  });

  it('throws the error of a stream after the items before it', async () => {
    const items: unknown[] = [];
    const reading = (async () => {
      for await (const item of create().stream({ kind: 'count', to: 9, failsAt: 6 }))
        items.push(item);
    })();
    await expect(reading).rejects.toMatchObject({ reason: 'count' });
    expect(items).toEqual(range(6));
  });

  it('leaves the generator of a stream when its consumer stops early', async () => {
    const client = create();
    const before = (await client.request({ kind: 'left' })) as number;
    for await (const item of client.stream({ kind: 'count', to: 1e9 })) if (item === 10) break;
    await expect.poll(() => client.request({ kind: 'left' })).toBe(before + 1);
  });
});

describe('the back-pressure of a stream', () => {
  it.each([1, 2, 4, 8])('lets the worker be %i items ahead of its consumer', async (window) => {
    const client = inThread();
    const leads: number[] = [];
    for await (const lead of client.stream({ kind: 'lead', to: 40 }, { window })) {
      leads.push(lead as number);
      if (leads.length % 10 === 0) await sleep(5);
    }
    expect(leads).toHaveLength(40);
    expect(Math.max(...leads)).toBe(window);
  });

  it('delivers everything once, for any window and any pace of the consumer', async () => {
    const client = inThread();
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 200 }),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 9 }),
        fc.boolean(),
        async (to, window, pause, isAsync) => {
          const items: unknown[] = [];
          const options = { window, itemsPerTick: pause };
          for await (const item of client.stream({ kind: 'count', to, isAsync }, options)) {
            items.push(item);
            if (items.length % pause === 0) await new Promise(setImmediate);
          }
          expect(items).toEqual(range(to));
        },
      ),
      { numRuns: 60, seed: 11 },
    );
  });

  it('lets other callbacks run between the items of a fast worker', async () => {
    let perTick = 0;
    let most = 0;
    let isDone = false;
    const tick = (): void => {
      most = Math.max(most, perTick);
      perTick = 0;
      if (!isDone) setImmediate(tick);
    };
    setImmediate(tick);
    const numbers = inThread().stream({ kind: 'count', to: 2000 }, { window: 8, itemsPerTick: 4 });
    while (!(await numbers.next()).done) perTick += 1;
    isDone = true;
    expect(most).toBeLessThanOrEqual(4);
  });

  it('keeps the streams of one worker apart', async () => {
    const client = inThread();
    const slow = client.stream({ kind: 'count', to: 50 }, { window: 1 });
    await slow.next();
    expect(await collect(client.stream({ kind: 'count', to: 500 }))).toEqual(range(500));
    expect(await collect(slow)).toEqual(range(50).slice(1));
  });
});

describe('the end of a stream', () => {
  it('is reported when all items were received, also when they were not taken', async () => {
    const ends: unknown[] = [];
    const onSettled = (error: Error | null) => ends.push(error);
    const numbers = inThread().stream({ kind: 'count', to: 9 }, { window: 8, onSettled });
    await numbers.next();
    await sleep(50);
    expect(ends).toEqual([]);
    await numbers.next();
    await expect.poll(() => ends).toEqual([null]);
    expect(await collect(numbers)).toEqual(range(9).slice(2));
    expect(ends).toEqual([null]);
  });

  it('is reported when the thread ends, also when no item is being requested', async () => {
    const client = inThread();
    const ends: unknown[] = [];
    const onSettled = (error: Error | null) => ends.push(error);
    const numbers = client.stream({ kind: 'count', to: 1e9 }, { onSettled });
    await numbers.next();
    await client.terminate();
    expect(ends).toEqual([expect.any(WorkerEndedError)]);
    await expect(collect(numbers)).rejects.toBe(ends[0]);
    expect(ends).toHaveLength(1);
  });

  it.each([
    ['in a thread', inThread],
    ['in this process', inProcess],
  ])('is reported with the failure of the worker %s', async (_where, create) => {
    const ends: unknown[] = [];
    const onSettled = (error: Error | null) => ends.push(error);
    const numbers = create().stream({ kind: 'count', to: 9, failsAt: 2 }, { onSettled });
    await expect(collect(numbers)).rejects.toBeInstanceOf(Refused);
    expect(ends).toEqual([expect.any(Refused)]);
  });
});

describe('the buffers of a message', () => {
  it('are moved to the worker and back', async () => {
    const client = inThread();
    const bytes = new Uint8Array(1000).fill(3);
    const request = transfer({ kind: 'sum' as const, bytes }, [bytes.buffer]);
    expect(await client.request(request)).toBe(3000);
    expect(bytes.byteLength).toBe(0);
    expect(await client.request({ kind: 'bytes', size: 5 })).toEqual(new Uint8Array(5).fill(7));
  });

  it('are moved with the items of a stream', async () => {
    const items = await collect(inThread().stream({ kind: 'buffers', count: 20, size: 4 }));
    expect(items).toEqual(range(20).map((n) => new Uint8Array(4).fill(n)));
  });

  it('that cannot be sent fail their request, and no other', async () => {
    const client = inThread();
    const unsent = { kind: 'echo', value: () => 'a function' } as const;
    await expect(client.request(unsent)).rejects.toThrow(/could not be cloned/);
    await expect(client.stream(unsent).next()).rejects.toThrow(/could not be cloned/);
    await expect(client.request({ kind: 'function' })).rejects.toThrow(/could not be cloned/);
    expect(await client.request({ kind: 'echo', value: 1 })).toBe(1);
  });
});

describe('a worker that ends', () => {
  it.each([
    ['by an exit', { kind: 'exit', code: 3 }, /test ended with code 3/],
    ['by an error', { kind: 'uncaught' }, /test failed: an uncaught error/],
    ['by its memory limit', { kind: 'allocate' }, /test failed: .*memory/],
  ] as const)('%s rejects each pending request once', async (_how, request, message) => {
    const deaths: WorkerEndedError[] = [];
    const client = inThread({
      onDeath: (error) => deaths.push(error),
      resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
    });
    const numbers = client.stream({ kind: 'count', to: 1e9 }, { window: 1 });
    expect(await numbers.next()).toEqual({ done: false, value: 0 });
    const results = await Promise.allSettled([
      client.request({ kind: 'sleep', ms: 60_000 }),
      client.request(request),
      collect(numbers),
    ]);
    for (const result of results)
      expect(result).toMatchObject({ status: 'rejected', reason: deaths[0] });
    expect(deaths).toHaveLength(1);
    expect(deaths[0]?.message).toMatch(message);
    expect(deaths[0]).toBeInstanceOf(WorkerEndedError);
    expect(deaths[0]?.isOutOfMemory).toBe(request.kind === 'allocate');
  });

  it('fails a stream after the items that were received', async () => {
    const items: unknown[] = [];
    const reading = (async () => {
      for await (const item of inThread().stream({ kind: 'count', to: 9, endsAt: 3 }))
        items.push(item);
    })();
    await expect(reading).rejects.toBeInstanceOf(WorkerEndedError);
    expect(items).toEqual(range(items.length)); // an exit may drop messages that are in flight
  });

  it('is started again by the next request', async () => {
    const client = inThread();
    await expect(client.request({ kind: 'exit', code: 1 })).rejects.toBeInstanceOf(
      WorkerEndedError,
    );
    expect(await client.request({ kind: 'echo', value: 'again' })).toBe('again');
  });

  it('is reported when its file does not exist', async () => {
    const client = inThread({ url: new URL('file:///nowhere/worker.js') });
    await expect(client.request({ kind: 'echo', value: 1 })).rejects.toMatchObject({
      name: 'WorkerEndedError',
    });
  });
});

describe('the life of a worker', () => {
  it('passes its data and starts ahead of the first request', async () => {
    const client = inThread({ workerData: { a: [1] } });
    client.start();
    expect(await client.request({ kind: 'data' })).toEqual({ a: [1] });
  });

  it('ends when it was idle, and begins again', async () => {
    const client = inThread({ idleMs: 20 });
    const left = async () => client.request({ kind: 'left' });
    const numbers = client.stream({ kind: 'count', to: 1e9 });
    await numbers.next();
    await numbers.return();
    await expect.poll(left, { interval: 1 }).toBe(1);
    await sleep(200);
    expect(await left()).toBe(0); // the count is the new thread's
  });

  it('does not end while a request is pending, but ends after it', async () => {
    const client = inThread({ idleMs: 10 });
    const numbers = client.stream({ kind: 'count', to: 1e9 });
    await numbers.next();
    const pending = client.request({ kind: 'sleep', ms: 150 });
    await numbers.return();
    expect(await pending).toBe('awake');
    expect(await client.request({ kind: 'left' })).toBe(1); // still the same thread
    await sleep(200);
    expect(await client.request({ kind: 'left' })).toBe(0);
  });

  it('rejects what is pending when it is terminated, and is usable afterwards', async () => {
    const deaths: unknown[] = [];
    const client = inThread({ onDeath: (error) => deaths.push(error) });
    const pending = client.request({ kind: 'sleep', ms: 60_000 });
    await Promise.all([
      expect(pending).rejects.toThrow('The worker thread test was ended'),
      client.terminate(),
    ]);
    expect(await client.request({ kind: 'echo', value: 1 })).toBe(1);
    expect(deaths).toEqual([]);
  });

  it('releases its resources when it is closed, and answers nothing afterwards', async () => {
    const closedFile = join(temporaryFolder(), 'closed');
    const client = inThread({ workerData: { closedFile }, graceMs: 60_000 });
    expect(await client.request({ kind: 'echo', value: 1 })).toBe(1);
    await client.close();
    expect(existsSync(closedFile)).toBe(true);
    await expect(client.request({ kind: 'echo', value: 1 })).rejects.toBeInstanceOf(
      WorkerEndedError,
    );
  });

  it('answers a request that is pending when it is closed', async () => {
    const client = inThread({ graceMs: 60_000 });
    const pending = client.request({ kind: 'echo', value: 1 });
    await client.close();
    expect(await pending).toBe(1);
  });

  it('is terminated when it does not exit within its grace period', async () => {
    const client = inThread({ workerData: { keepsRunning: true }, graceMs: 50 });
    await client.request({ kind: 'echo', value: 1 });
    const pending = client.request({ kind: 'sleep', ms: 60_000 });
    await Promise.all([expect(pending).rejects.toBeInstanceOf(WorkerEndedError), client.close()]);
  });

  it('ends without a thread when nothing was requested', async () => {
    const client = inThread();
    await client.close();
    await client.terminate();
  });
});
