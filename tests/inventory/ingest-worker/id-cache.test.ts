import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createIdCache, createIdResolver } from '../../../src/inventory/ingest-worker/id-cache.js';

describe('the id resolver', () => {
  it('keeps ids that are used, and evicts the least recently used', () => {
    const resolver = createIdResolver(1);
    resolver.set('often', 1);
    resolver.set('once', 2);
    for (let i = 0; i < 20; i += 1) {
      resolver.set(`other ${i}`, 10 + i);
      expect(resolver.get('often')).toBe(1);
    }
    expect(resolver.get('once')).toBeUndefined();
    expect(resolver.get('other 19')).toBe(29);
  });

  it('never returns the id of another text, or an outdated id', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat({ max: 60 }), fc.boolean()), { maxLength: 300 }),
        (steps) => {
          const resolver = createIdResolver(4);
          const stored = new Map<string, number>();
          steps.forEach(([n, isStored], i) => {
            const text = `paquet ${n} é\u{1f4e6}`;
            if (isStored) {
              stored.set(text, i + 1);
              resolver.set(text, i + 1);
            } else expect([undefined, stored.get(text)]).toContain(resolver.get(text)); // undefined: evicted
          });
        },
      ),
    );
  });

  it('keeps ids above 32 bits, and all ids while there are free slots', () => {
    const resolver = createIdResolver(64);
    for (let i = 1; i <= 100; i += 1) resolver.set(`p${i}`, i * 2 ** 40);
    expect(Array.from({ length: 100 }, (_, i) => resolver.get(`p${i + 1}`))).toEqual(
      Array.from({ length: 100 }, (_, i) => (i + 1) * 2 ** 40),
    );
    resolver.clear();
    expect(resolver.get('p1')).toBeUndefined();
  });
});

describe('the id cache', () => {
  it('is cleared after a garbage collection, and rejects ids from before it', () => {
    const cache = createIdCache();
    cache.lines.set('a', 1);
    cache.sync(0);
    expect(cache.lines.get('a')).toBe(1);
    expect(cache.isCurrent(0)).toBe(true);
    cache.sync(2);
    expect([cache.lines.get('a'), cache.isCurrent(0), cache.isCurrent(2)]).toEqual([
      undefined,
      false,
      true,
    ]);
    cache.sync(1);
    expect(cache.isCurrent(2)).toBe(true);
  });
});
