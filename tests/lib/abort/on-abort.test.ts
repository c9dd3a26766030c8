import { describe, expect, it } from 'vitest';
import { onAbort } from '../../../src/lib/abort/on-abort.js';

describe('onAbort', () => {
  it('calls each callback once, except for the removed', () => {
    const controller = new AbortController();
    const calls: string[] = [];
    onAbort(controller.signal, () => calls.push('a'));
    const remove = onAbort(controller.signal, () => calls.push('b'));
    onAbort(controller.signal, () => calls.push('c'));
    remove();
    controller.abort();
    controller.abort();
    expect(calls).toEqual(['a', 'c']);
  });

  it('calls a callback also when the signal has aborted before, unless it is removed at once', async () => {
    const calls: string[] = [];
    onAbort(AbortSignal.abort(), () => calls.push('a'));
    onAbort(AbortSignal.abort(), () => calls.push('b'))();
    expect(calls).toEqual([]);
    await Promise.resolve();
    expect(calls).toEqual(['a']);
  });
});
