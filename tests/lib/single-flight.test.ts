import { describe, expect, it } from 'vitest';
import { singleFlight } from '../../src/lib/single-flight.js';

describe('singleFlight', () => {
  it('joins a call during a running one, and starts a new one afterwards', async () => {
    const started: number[] = [];
    let finish: () => void = () => undefined;
    const run = singleFlight(async (n: number) => {
      started.push(n);
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return n;
    });
    const first = run(1);
    expect(run(2)).toBe(first);
    finish();
    expect(await first).toBe(1);
    const next = run(3);
    finish();
    expect(await next).toBe(3);
    expect(started).toEqual([1, 3]);
  });

  it('runs again after a call that rejected', async () => {
    let count = 0;
    const run = singleFlight(async () => {
      count += 1;
      if (count === 1) throw new Error('first');
      return count;
    });
    await expect(run()).rejects.toThrow('first');
    expect(await run()).toBe(2);
  });

  it('settled waits for the running call and ignores its error', async () => {
    let fail: (error: Error) => void = () => undefined;
    const run = singleFlight(
      () =>
        new Promise<void>((_resolve, reject) => {
          fail = reject;
        }),
    );
    await run.settled();
    const call = run();
    call.catch(() => undefined);
    const settled = run.settled();
    fail(new Error('failed'));
    await expect(settled).resolves.toBeUndefined();
  });
});
