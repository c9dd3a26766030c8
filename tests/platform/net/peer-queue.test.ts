import { setImmediate as nextIteration } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createPeerQueue } from '../../../src/platform/net/peer-queue.js';

it('the queue of peers runs one piece of work per iteration of the event loop, in the order of the calls', async () => {
  const queue = createPeerQueue();
  const ran: string[] = [];
  for (const name of ['a', 'b', 'c'])
    queue.add(() => {
      ran.push(name);
    });
  const counts: number[] = [];
  while (ran.length < 3) {
    await nextIteration();
    counts.push(ran.length);
  }
  expect(ran).toEqual(['a', 'b', 'c']);
  expect(counts).toEqual([...new Set(counts)]);
  expect(counts.length).toBeGreaterThanOrEqual(3);
});

it('the queue of peers rests as long as a long piece of work took', async () => {
  let now = 0;
  const queue = createPeerQueue(() => now);
  const rests: number[] = [];
  for (const ms of [1, 30, 0])
    queue.add(() => {
      rests.push(performance.now());
      now += ms;
    });
  await expect.poll(() => rests.length).toBe(3);
  expect((rests[2] ?? 0) - (rests[1] ?? 0)).toBeGreaterThan(28);
});

it('the queue of peers accepts more work while a piece of work runs', async () => {
  const queue = createPeerQueue();
  const ran: number[] = [];
  await new Promise<void>((resolve) => {
    const again = (): void => {
      ran.push(ran.length);
      if (ran.length < 5) queue.add(again);
      else resolve();
    };
    queue.add(again);
  });
  expect(ran).toEqual([0, 1, 2, 3, 4]);
});
