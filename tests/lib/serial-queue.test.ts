import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createSerialQueue } from '../../src/lib/serial-queue.js';

describe('a serial queue', () => {
  it('runs one piece of work at a time, in order, past failures', async () => {
    const queue = createSerialQueue();
    const log: string[] = [];
    const work = (name: string, ms: number, fails = false) =>
      queue.add(async () => {
        log.push(`${name} starts`);
        await sleep(ms);
        log.push(`${name} ends`);
        if (fails) throw new Error(name);
        return name;
      });
    const results = await Promise.allSettled([work('a', 5), work('b', 1, true), work('c', 0)]);
    expect(results.map((r) => (r.status === 'fulfilled' ? r.value : String(r.reason)))).toEqual([
      'a',
      'Error: b',
      'c',
    ]);
    expect(log).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends']);
  });

  it('does not start waiting work after it was closed, and lets the running work end', async () => {
    const queue = createSerialQueue();
    const reason = new Error('shutting down');
    const running = queue.add(() => sleep(10, 'done'));
    const waiting = queue.add(async () => 'never');
    queue.close(reason);
    const late = queue.add(async () => 'never');
    await expect(waiting).rejects.toBe(reason);
    await expect(late).rejects.toBe(reason);
    expect(await running).toBe('done');
  });

  it('is idle when all work added so far has ended, also when it failed', async () => {
    const queue = createSerialQueue();
    await queue.idle();
    let ended = 0;
    const end = async (): Promise<never> => {
      await sleep(2);
      ended += 1;
      throw new Error('failed');
    };
    const all = [queue.add(end), queue.add(end)].map((work) => work.catch(() => undefined));
    await queue.idle();
    expect(ended).toBe(2);
    await Promise.all(all);
  });
});
