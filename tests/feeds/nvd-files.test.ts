import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFeedFileStore } from '../../src/feeds/feed-files.js';
import {
  findGap,
  hasChangesOnly,
  keptPartName,
  unneededChanges,
  type NvdFile,
} from '../../src/feeds/nvd-files.js';
import { temporaryFolder } from '../support/database.js';

const DAY_MS = 86_400_000;
/** Returns files by the day of their download; a number is a kept file of changes. */
const filesOf = (years: number[], changes: number[]): NvdFile[] => [
  ...years.map((day, n) => ({ part: String(2024 + n), changedMs: day * DAY_MS })),
  ...changes.map((day, n) => ({
    part: n === changes.length - 1 ? 'modified' : `modified-${String(day).padStart(14, '0')}`,
    changedMs: day * DAY_MS,
  })),
];

describe('the stored files of NVD', () => {
  it.each<[string, number[], number[], number | null]>([
    ['no changes', [0, 9], [], null],
    ['recent changes', [0, 1], [7], null],
    ['a chain of changes', [0, 1], [7, 14, 21], null],
    ['changes that start too late', [0, 20], [22], 0],
    ['a chain with a hole', [0], [6, 14], 6],
    ['changes from before the years', [30], [2, 31], null],
    ['changes only', [], [1, 50], null],
  ])('with %s have the right gap', (_what, years, changes, gapDay) => {
    expect(findGap(filesOf(years, changes))).toBe(gapDay === null ? null : gapDay * DAY_MS);
  });

  it('lack changes since the whole feed was loaded, if it is one old file', () => {
    const whole = { part: null, changedMs: 0 };
    expect(findGap([whole, { part: 'modified', changedMs: 8 * DAY_MS }])).toBe(0);
  });

  it.each<[string, number[], number[], number[]]>([
    ['daily changes', [0], [1, 2, 3, 4, 5, 6, 7, 8], [1, 2, 3, 4, 5, 6]],
    ['a weekly chain', [0], [7, 14, 21], []],
    ['changes from before the years', [10], [3, 9, 11], [3, 9]],
    ['changes after a hole', [0], [20, 24, 26], [24]],
    ['changes without years', [], [1, 3, 5], [3]],
  ])('with %s need no more than a chain', (_what, years, changes, unneeded) => {
    const files = filesOf(years, changes);
    const days = unneededChanges(files).map((part) => Number(part.replace('modified-', '')));
    expect(days).toEqual(unneeded);
    const left = files.filter(({ part }) => !unneededChanges(files).includes(part ?? ''));
    expect(findGap(left)).toBe(findGap(files));
  });

  it('have names for changes by the time of their download', () => {
    expect(keptPartName(Date.UTC(2026, 0, 2, 3, 4, 5))).toBe('modified-20260102030405');
    expect(
      ['modified', 'modified-20260102030405', 'modified-x', '2026', null].map(hasChangesOnly),
    ).toEqual([true, true, false, false, false]);
  });
});

describe('the store of feed files', () => {
  it('keeps replaced changes of NVD as long as no other file has them', () => {
    const dir = join(temporaryFolder(), 'feeds');
    mkdirSync(dir);
    const files = createFeedFileStore(dir);
    const add = (part: string, day: number): void => {
      const upload = files.uploadPath('nvd');
      writeFileSync(upload, part);
      const time = new Date(Date.UTC(2026, 0, day));
      utimesSync(upload, time, time);
      files.store('nvd', part, upload);
    };
    add('2025', 1);
    for (let day = 2; day <= 20; day += 1) add('modified', day);
    expect(files.list('nvd').map(({ part }) => part)).toEqual([
      '2025',
      'modified-20260108000000',
      'modified-20260115000000',
      'modified',
    ]);
    add('2025', 19);
    expect(readdirSync(dir).sort()).toEqual(['nvd@2025', 'nvd@modified']);
  });

  it('replaces the parts of other feeds', () => {
    const files = createFeedFileStore(join(temporaryFolder(), 'feeds'));
    for (const text of ['a', 'b']) {
      const upload = files.uploadPath('alpine-secdb');
      writeFileSync(upload, text);
      files.store('alpine-secdb', 'modified', upload);
    }
    expect(files.list().map(({ part }) => part)).toEqual(['modified']);
  });
});
