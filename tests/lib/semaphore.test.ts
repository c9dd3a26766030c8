import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKeyedSemaphore, createSemaphore } from '../../src/lib/semaphore.js';

const microtasks = async (n: number): Promise<void> => {
  for (let i = 0; i < n; i += 1) await Promise.resolve();
};

/** Work that lasts until `end`, and how much of it ran at one time. */
function countedWork() {
  let now = 0;
  let most = 0;
  const ends: (() => void)[] = [];
  const work = async (): Promise<void> => {
    now += 1;
    most = Math.max(most, now);
    await new Promise<void>((resolve) => ends.push(resolve));
    now -= 1;
  };
  return { work, most: () => most, running: () => now, end: () => ends.shift()?.() };
}

describe('a semaphore', () => {
  it('runs work at once while slots are free, and the rest in the order of the calls', async () => {
    const { run } = createSemaphore(2);
    const { work, running, end } = countedWork();
    const order: number[] = [];
    const all = Promise.all(
      Array.from({ length: 5 }, (_, i) =>
        run(async () => {
          order.push(i);
          await work();
        }),
      ),
    );
    expect(order).toEqual([0, 1]);
    for (const left of [2, 2, 2, 2, 1, 0]) {
      await microtasks(20);
      expect(running()).toBe(left);
      end();
    }
    await all;
    expect(order).toEqual([0, 1, 2, 3, 4]);
  });

  it.each(Array.from({ length: 12 }, (_, i) => i))(
    'never exceeds its slots, also for a caller that arrives %i microtasks after a release',
    async (moments) => {
      const { run } = createSemaphore(1);
      const { work, most, end } = countedWork();
      const all = [run(work), run(work)];
      await microtasks(20);
      end();
      await microtasks(moments);
      all.push(run(work));
      for (let i = 0; i < 3; i += 1) {
        await microtasks(20);
        end();
      }
      await Promise.all(all);
      expect(most()).toBe(1);
    },
  );

  it('releases the slot of work that throws, also synchronously', async () => {
    const { run } = createSemaphore(1);
    const fails = run(() => Promise.reject(new Error('later')));
    const throws = run(() => {
      throw new Error('at once');
    });
    await expect(fails).rejects.toThrow('later');
    await expect(throws).rejects.toThrow('at once');
    expect(await run(async () => 'free')).toBe('free');
  });

  it('rejects a waiting caller as soon as its signal aborts', async () => {
    const { run } = createSemaphore(1);
    const { work, end } = countedWork();
    const controller = new AbortController();
    const first = run(work);
    const aborted = run(async () => 'never', controller.signal);
    const last = run(async () => 'done');
    controller.abort(new Error('stopped'));
    await expect(aborted).rejects.toThrow('stopped');
    end();
    expect(await Promise.all([first, last])).toEqual([undefined, 'done']);
    await expect(run(work, controller.signal)).rejects.toThrow('stopped');
  });

  it('passes the slot on when the signal aborts between the grant and the start', async () => {
    const { run } = createSemaphore(1);
    const { work, end } = countedWork();
    const controller = new AbortController();
    const first = run(work).then(() => controller.abort(new Error('stopped')));
    let hasStarted = false;
    const aborted = run(async () => {
      hasStarted = true;
    }, controller.signal);
    end();
    await Promise.allSettled([first, aborted]);
    expect(await run(async () => 'free')).toBe('free');
    if (!hasStarted) await expect(aborted).rejects.toThrow('stopped');
  });

  it('holds an acquired slot until its first release', async () => {
    const semaphore = createSemaphore(1);
    const release = await semaphore.acquire();
    let isHeld = false;
    const second = semaphore.acquire().then((releaseSecond) => {
      isHeld = true;
      return releaseSecond;
    });
    await microtasks(20);
    expect(isHeld).toBe(false);
    release();
    release();
    const releaseSecond = await second;
    const controller = new AbortController();
    const third = semaphore.acquire(controller.signal);
    controller.abort(new Error('stopped'));
    await expect(third).rejects.toThrow('stopped');
    releaseSecond();
    expect(await semaphore.run(async () => 'free')).toBe('free');
  });

  it('serves a hundred thousand waiting callers of one signal in linear time', async () => {
    const { run } = createSemaphore(1);
    const { signal } = new AbortController();
    let served = 0;
    const work = async (): Promise<void> => {
      served += 1;
    };
    await Promise.all(Array.from({ length: 100_000 }, () => run(work, signal)));
    expect(served).toBe(100_000); // in quadratic time, the test would exceed its timeout
  });

  it('keeps its limit and its order under any mix of aborts and failures', async () => {
    const step = fc.record({
      ticks: fc.integer({ min: 0, max: 6 }),
      abortsAfter: fc.option(fc.integer({ min: 0, max: 12 })),
      fails: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(step, { maxLength: 25 }),
        async (slots, steps) => {
          const { run } = createSemaphore(slots);
          const started: number[] = [];
          let running = 0;
          const results = steps.map(({ ticks, abortsAfter, fails }, i) => {
            const controller = new AbortController();
            if (abortsAfter !== null)
              void microtasks(abortsAfter).then(() => controller.abort(new Error('aborted')));
            return run(async () => {
              started.push(i);
              running += 1;
              expect(running).toBeLessThanOrEqual(slots);
              await microtasks(ticks);
              running -= 1;
              if (fails) throw new Error('failed');
              return i;
            }, controller.signal);
          });
          const settled = await Promise.allSettled(results);
          expect(started).toEqual([...started].sort((a, b) => a - b));
          settled.forEach((result, i) => {
            if (result.status === 'fulfilled') expect(result.value).toBe(i);
            else expect(started.includes(i)).toBe((result.reason as Error).message === 'failed');
          });
          expect(await run(async () => 'free')).toBe('free');
        },
      ),
      { numRuns: 200, seed: 11 },
    );
  });
});

describe('a keyed semaphore', () => {
  it('lets the work of two keys run side by side', async () => {
    const { run } = createKeyedSemaphore<number>(1);
    const { work, running, end } = countedWork();
    const all = [run(1, work), run(2, work), run(1, work)];
    await microtasks(20);
    expect(running()).toBe(2);
    for (let i = 0; i < 3; i += 1) {
      end();
      await microtasks(20);
    }
    await Promise.all(all);
  });

  it('rejects a waiting caller when its signal aborts', async () => {
    const { run } = createKeyedSemaphore<string>(1);
    const { work, end } = countedWork();
    const controller = new AbortController();
    const first = run('a', work);
    const aborted = run('a', work, controller.signal);
    controller.abort(new Error('stopped'));
    await expect(aborted).rejects.toThrow('stopped');
    end();
    await first;
    expect(await run('a', async () => 'free')).toBe('free');
  });
});
