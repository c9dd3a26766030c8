import { describe, expect, it } from 'vitest';
import { isShrunk } from '../../../src/inventory/store/shrunk-list.js';

describe('a package list with fewer packages', () => {
  it.each([
    ['152 that become 2', 152, 2],
    ['most of a small system', 25, 1],
    ['a list that was cut in the middle', 3000, 1500],
    ['exactly a quarter', 80, 60],
    ['the list of a small container that was cut', 19, 1],
    ['half of ten packages', 10, 5],
  ])('is not believed at once: %s', (_title, before, now) => {
    expect(isShrunk({ packages: before, os: 'Debian' }, { packages: now, os: 'Debian' })).toBe(
      true,
    );
    expect(isShrunk({ packages: before, os: null }, { packages: now, os: 'Debian' })).toBe(true);
  });

  it.each([
    ['the removal of one package', 152, 151],
    ['the removal of a few packages of few', 10, 6],
    ['less than half of a small system', 20, 11],
    ['a service with its libraries', 400, 340],
    ['a desktop of a large system', 3000, 2300],
    ['a few less than a quarter', 80, 61],
    ['as many packages', 152, 152],
    ['more packages', 2, 152],
    ['the first list', 0, 0],
  ])('is believed at once: %s', (_title, before, now) => {
    expect(isShrunk({ packages: before, os: 'Debian' }, { packages: now, os: 'Debian' })).toBe(
      false,
    );
  });

  it('is believed at once when the system is another one', () => {
    expect(isShrunk({ packages: 900, os: 'Debian' }, { packages: 300, os: 'Alpine' })).toBe(false);
  });
});
