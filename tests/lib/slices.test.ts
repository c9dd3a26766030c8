import { describe, expect, it } from 'vitest';
import { runInSlices, visitInSlices } from '../../src/lib/slices.js';

describe('work in slices', () => {
  it('visits all items and lets other callbacks run in between', async () => {
    const visited: number[] = [];
    let others = 0;
    const count = (): void => {
      others += 1;
      if (visited.length < 600) setImmediate(count);
    };
    setImmediate(count);
    const items = Array.from({ length: 600 }, (_, i) => i);
    await runInSlices(visitInSlices(items, (item) => void visited.push(item)));
    expect(visited).toEqual(items);
    expect(others).toBeGreaterThan(0);
  });

  it('returns the result, or fails as the work does', async () => {
    function* work(isFailing: boolean) {
      yield;
      if (isFailing) throw new Error('failed');
      return 7;
    }
    expect(await runInSlices(work(false))).toBe(7);
    await expect(runInSlices(work(true))).rejects.toThrow('failed');
  });
});
