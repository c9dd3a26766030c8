import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { memoize, memoizeBy, memoizeWeak } from '../../src/lib/memoize.js';

describe('a memoized function', () => {
  it.each([[undefined], [null], [0], [''], [false], [Number.NaN]])(
    'computes a result of %s once',
    (result) => {
      const compute = vi.fn(() => result);
      const memoized = memoize<string, typeof result>(compute);
      expect([memoized('a'), memoized('a')]).toEqual([result, result]);
      expect(compute).toHaveBeenCalledTimes(1);
    },
  );

  it('does not store an error', () => {
    let isBroken = true;
    const memoized = memoize((n: number) => {
      if (isBroken) throw new Error('broken');
      return n;
    });
    expect(() => memoized(1)).toThrow('broken');
    isBroken = false;
    expect(memoized(1)).toBe(1);
  });

  it('drops everything when it is full, or cleared', () => {
    const compute = vi.fn((n: number) => n * 2);
    const memoized = memoize(compute, { maxEntries: 2 });
    for (const n of [1, 2, 1, 2]) memoized(n);
    expect(compute.mock.calls.flat()).toEqual([1, 2]);
    for (const n of [3, 1, 3]) memoized(n);
    expect(compute.mock.calls.flat()).toEqual([1, 2, 3, 1]);
    memoized.clear();
    expect(memoized(3)).toBe(6);
    expect(compute).toHaveBeenCalledTimes(5);
  });

  it('nests for two arguments', () => {
    const compute = vi.fn((a: string, b: string) => a + b);
    const memoized = memoize((a: string) => memoize((b: string) => compute(a, b)));
    const pairs = [
      ['a', 'bc'],
      ['ab', 'c'],
      ['a', 'bc'],
    ] as const;
    expect(pairs.map(([a, b]) => memoized(a)(b))).toEqual(['abc', 'abc', 'abc']);
    expect(compute).toHaveBeenCalledTimes(2);
  });

  it('returns what the function returns, for any calls and any limit', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 9 })),
        fc.integer({ min: 1, max: 12 }),
        (calls, maxEntries) => {
          const stored = memoize((n: number) => (n % 3 === 0 ? undefined : n * 7), { maxEntries });
          const byText = memoizeBy(String, (n: number) => n * 7, { maxEntries });
          for (const n of calls) {
            expect(stored(n)).toBe(n % 3 === 0 ? undefined : n * 7);
            expect(byText(n)).toBe(n * 7);
          }
        },
      ),
      { seed: 11 },
    );
  });
});

describe('a function memoized by a key', () => {
  it('computes once for equal keys', () => {
    const compute = vi.fn((service: { port: number }) => [service.port]);
    const memoized = memoizeBy((service: { port: number }) => JSON.stringify(service), compute);
    expect(memoized({ port: 1 })).toBe(memoized({ port: 1 }));
    expect(memoized({ port: 2 })).toEqual([2]);
    expect(compute).toHaveBeenCalledTimes(2);
    memoized.clear();
    memoized({ port: 2 });
    expect(compute).toHaveBeenCalledTimes(3);
  });
});

describe('a function memoized by identity', () => {
  it('computes once for an object, not for one that is equal', () => {
    const compute = vi.fn((o: { n: number }) => (o.n === 0 ? undefined : JSON.stringify(o)));
    const memoized = memoizeWeak(compute);
    const one = { n: 1 };
    const zero = { n: 0 };
    expect([memoized(one), memoized(one), memoized({ n: 1 })]).toEqual(Array(3).fill('{"n":1}'));
    expect([memoized(zero), memoized(zero)]).toEqual([undefined, undefined]);
    expect(compute).toHaveBeenCalledTimes(3);
  });
});
