import { describe, expect, it } from 'vitest';
import { describeIds, diffFields } from '../../../src/audit/entry/changes.js';

describe('changes of a line', () => {
  it.each([
    ['equal fields', { a: 1, b: [1] }, { a: 1, b: [1] }, null],
    ['a changed field', { a: 1, b: 2 }, { a: 1, b: 3 }, { b: [2, 3] }],
    ['a new resource', null, { a: 1, b: null }, { a: [null, 1] }],
    ['a deleted resource', { a: 1 }, null, { a: [1, null] }],
    ['no resource', null, null, null],
    ['a secret', { secret: 'AB' }, { secret: 'CD' }, { secret: ['(hidden)', '(hidden)'] }],
  ])('show %s', (_name, before, after, changes) => {
    expect(diffFields(before, after)).toEqual(changes);
  });

  it('cut long values', () => {
    const [, after] = diffFields(null, { a: 'x'.repeat(10_000) })?.a ?? [];
    expect(String(after).length).toBeLessThanOrEqual(501);
  });
});

describe('several ids', () => {
  it.each([
    [[7], '7'],
    [[3, 1, 2], '1-3'],
    [[1, 2, 9, 4], '1-2,4,9'],
  ])('%j are %s', (ids, text) => {
    expect(describeIds(ids)?.text).toBe(text);
  });

  it('are cut at a whole id', () => {
    const range = describeIds(Array.from({ length: 1000 }, (_, i) => 2 * i + 1));
    expect(range).toMatchObject({ first: 1, last: 1999, count: 1000 });
    expect(range?.text).toMatch(/^1,3,[\d,]*\d,…$/);
    expect(range?.text.length).toBeLessThanOrEqual(505);
  });
});
