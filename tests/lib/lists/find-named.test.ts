// cspell:ignore STRASSE straße STRAẞE ОФИС офис ISTANBUL ıstanbul οδος ΟΔΟΣ
import { describe, expect, it } from 'vitest';
import { findNamed, foldName } from '../../../src/lib/lists/find-named.js';

describe('names without regard to case', () => {
  it.each([
    ['nightly', 'NightLY'],
    ['Ä', 'ä'],
    ['Ä', 'A\u0308'],
    ['straße', 'STRASSE'],
    ['straße', 'STRAẞE'],
    ['ΟΔΟΣ', 'οδος'],
    ['ОФИС', 'офис'],
    ['ISTANBUL', 'ıstanbul'],
    ['ﬁle', 'FILE'],
  ])('%s equals %s', (a, b) => expect(foldName(a)).toBe(foldName(b)));

  it.each([
    ['a', 'ä'],
    ['lab', 'lab '],
    ['lab-1', 'lab_1'],
    ['ss', 's'],
  ])('%s differs from %s', (a, b) => expect(foldName(a)).not.toBe(foldName(b)));
});

describe('a look-up by name', () => {
  const find = (name: string) => findNamed(['lab', 'LAB', 'Büro', 'x'], name, (item) => item);

  it.each([
    ['lab', ['lab']],
    ['LAB', ['LAB']],
    ['Lab', ['lab', 'LAB']],
    ['BÜRO', ['Büro']],
    ['y', []],
  ])('for %s finds %j', (name, found) => expect(find(name)).toEqual(found));
});
