import { describe, expect, it } from 'vitest';
import { sortedBy, sortValues } from '../../../src/lib/lists/sort-by.js';

const ROWS = [
  { id: 'a', size: 2 },
  { id: 'b', size: null },
  { id: 'c', size: 1 },
  { id: 'd', size: 2 },
];

describe('orders of a list', () => {
  it.each([
    ['size', 'cadb'],
    ['-size', 'adcb'],
    ['-id', 'dcba'],
  ] as const)('%s: rows without a value are last, equal rows keep their order', (sort, ids) => {
    const sorted = sortedBy(ROWS, sort, { size: ({ size }) => size, id: ({ id }) => id });
    expect(sorted.map(({ id }) => id).join('')).toBe(ids);
  });

  it('each name has its reverse', () => {
    expect(sortValues(['id', 'name'])).toEqual(['id', '-id', 'name', '-name']);
  });
});
