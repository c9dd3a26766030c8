import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startTimeLimit, withTimeLimit } from '../../../src/lib/abort/time-limit.js';
import { collectOften } from '../../support/garbage.js';

/** Work that ends only by its signal, and holds nothing but a listener of it. */
const untilAborted = (signal: AbortSignal): Promise<unknown> =>
  new Promise((_resolve, reject) => {
    const abort = (): void => {
      reject(signal.reason as Error);
    };
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });

describe('a time limit', () => {
  it('ends each of 50 pieces of work, while garbage is collected', async () => {
    onTestFinished(collectOften());
    const parent = new AbortController();
    const ends = Array.from({ length: 50 }, () =>
      withTimeLimit(50, parent.signal, ({ signal }) => untilAborted(signal)).catch(
        (error: unknown) => (error as Error).name,
      ),
    );
    expect(new Set(await Promise.all(ends))).toEqual(new Set(['TimeoutError']));
  });

  it('aborts with the reason of its parent, and is then not over', async () => {
    onTestFinished(collectOften());
    const parent = new AbortController();
    const reason = new Error('closing');
    const work = withTimeLimit(60_000, parent.signal, async ({ signal, isOver }) => {
      await once(signal, 'abort');
      return { reason: signal.reason as unknown, isOver: isOver() };
    });
    parent.abort(reason);
    expect(await work).toEqual({ reason, isOver: false });
  });

  it('of a parent that has aborted is aborted from the start', () => {
    const limit = startTimeLimit(60_000, AbortSignal.abort('before'));
    expect([limit.signal.aborted, limit.signal.reason]).toEqual([true, 'before']);
    limit.clear();
  });

  it('aborts nothing after its work has ended, and holds neither timer nor parent', async () => {
    const parent = new AbortController();
    const signal = await withTimeLimit(1, parent.signal, async (limit) => limit.signal);
    await new Promise((resolve) => setTimeout(resolve, 20));
    parent.abort();
    expect(signal.aborted).toBe(false);
  });

  it('returns the error of its work', async () => {
    const work = withTimeLimit(60_000, undefined, () => Promise.reject(new Error('refused')));
    await expect(work).rejects.toThrow('refused');
  });

  it('that is ended aborts its signal, and is not over', () => {
    const limit = startTimeLimit(60_000);
    limit.end();
    expect([limit.signal.aborted, limit.isOver()]).toEqual([true, false]);
  });
});
