import { describe, expect, it } from 'vitest';
import { sortedBy, sortValues } from '../../../src/lib/lists/sort-by.js';

const ROWS = [
  { id: '1', size: 2 },
  { id: '2', size: null },
  { id: '3', size: 1 },
  { id: '4', size: 2 },
];

describe('orders of a list', () => {
  it.each([
    ['size', '3142'],
    ['-size', '1432'],
    ['-id', '4321'],
  ] as const)('%s: rows without a value are last, equal rows keep their order', (sort, ids) => {
    const sorted = sortedBy(ROWS, sort, { size: ({ size }) => size, id: ({ id }) => id });
    expect(sorted.map(({ id }) => id).join('')).toBe(ids);
  });

  it('each name has its reverse', () => {
    expect(sortValues(['id', 'name'])).toEqual(['id', '-id', 'name', '-name']);
  });
});
