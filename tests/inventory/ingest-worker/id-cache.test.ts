import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createIdCache, createIdResolver } from '../../../src/inventory/ingest-worker/id-cache.js';

describe('remembered numbers', () => {
  it('keep what is asked for, and forget the rest', () => {
    const numbers = createIdResolver(1);
    numbers.keep('often', 1);
    numbers.keep('once', 2);
    for (let i = 0; i < 20; i += 1) {
      numbers.keep(`other ${i}`, 10 + i);
      expect(numbers.known('often')).toBe(1);
    }
    expect(numbers.known('once')).toBeUndefined();
    expect(numbers.known('other 19')).toBe(29);
  });

  it('are those of the texts, however many there are and in whatever order they are asked for', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat({ max: 60 }), fc.boolean()), { maxLength: 300 }),
        (steps) => {
          const numbers = createIdResolver(4);
          const kept = new Map<string, number>();
          steps.forEach(([n, isKept], i) => {
            const text = `paquet ${n} é\u{1f4e6}`;
            if (isKept) numbers.keep(text, kept.set(text, i + 1).get(text) ?? 0);
            else expect([undefined, kept.get(text)]).toContain(numbers.known(text)); // forgotten perhaps, and never that of another one or of before
          });
        },
      ),
    );
  });

  it('are there as long as there is room, also those above 32 bits', () => {
    const numbers = createIdResolver(64);
    for (let i = 1; i <= 100; i += 1) numbers.keep(`p${i}`, i * 2 ** 40);
    expect(Array.from({ length: 100 }, (_, i) => numbers.known(`p${i + 1}`))).toEqual(
      Array.from({ length: 100 }, (_, i) => (i + 1) * 2 ** 40),
    );
    numbers.forget();
    expect(numbers.known('p1')).toBeUndefined();
  });

  it('are forgotten when something was swept, and told from those of before', () => {
    const memory = createIdCache();
    memory.lines.keep('a', 1);
    memory.sweptUpTo(0);
    expect(memory.lines.known('a')).toBe(1);
    expect(memory.holds(0)).toBe(true);
    memory.sweptUpTo(2);
    expect([memory.lines.known('a'), memory.holds(0), memory.holds(2)]).toEqual([
      undefined,
      false,
      true,
    ]);
    memory.sweptUpTo(1);
    expect(memory.holds(2)).toBe(true);
  });
});
