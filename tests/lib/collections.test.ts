import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunk, groupBy, mapBy } from '../../src/lib/collections.js';

describe('mapBy and groupBy', () => {
  it('keep groups and items in the order of first appearance', () => {
    const words = ['bee', 'ant', 'bat', 'cat', 'ape'];
    const groups = mapBy(words, (word) => word[0]);
    expect([...groups]).toEqual([
      ['b', ['bee', 'bat']],
      ['a', ['ant', 'ape']],
      ['c', ['cat']],
    ]);
    expect(groupBy(words, (word) => word.slice(0, 1))).toEqual([...groups.values()]);
    expect(groupBy([], String)).toEqual([]);
  });
});

describe('chunk', () => {
  it('yields all items in arrays of the size, the last one shorter', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 9 }), (items, size) => {
        const chunks = [...chunk(items, size)];
        expect(chunks.flat()).toEqual(items);
        expect(chunks.slice(0, -1).every((one) => one.length === size)).toBe(true);
        expect(chunks.every((one) => one.length > 0 && one.length <= size)).toBe(true);
      }),
      { seed: 11 },
    );
  });

  it('reads no further ahead than one array', () => {
    let read = 0;
    const items = (function* () {
      for (;;) {
        read += 1;
        yield read;
      }
    })();
    expect(chunk(items, 3).next().value).toEqual([1, 2, 3]);
    expect(read).toBe(3);
  });
});
