import { describe, expect, it } from 'vitest';
import { allCheckedText, notCheckedText } from '../../../src/console/parts/text/checked-words.js';

describe('how far hosts were checked', () => {
  it.each([
    [1, 'The host was checked.'],
    [2, 'All 2 hosts were checked.'],
    [3214, 'All 3,214 hosts were checked.'],
  ])('all of %d', (hosts, expected) => {
    expect(allCheckedText(hosts)).toBe(expected);
  });

  it.each([
    [1, 1, '1 of 1 host was not, or not wholly, checked'],
    [1, 7, '1 of 7 hosts were not, or not wholly, checked'],
  ])('%d of %d not', (count, hosts, expected) => {
    expect(notCheckedText(count, hosts)).toBe(expected);
  });
});
