import { describe, expect, it } from 'vitest';
import { CATALOG } from '../../../src/feeds/feeds.catalog.js';
import { missingYears } from '../../../src/knowledge/nvd-years.js';
import { planDownloads } from '../../../src/feeds/fetch/download-plan.js';

const DAY = 86_400;
const NOW = Date.UTC(2026, 6, 1) / 1000;
const OPTIONS = {
  ecosystems: [] as string[],
  now: NOW,
  loadedAt: new Map<string, number>(),
};

describe('the download plan', () => {
  it('is one file for most feeds', () => {
    expect(planDownloads('kev', OPTIONS)).toEqual([{ path: '', part: null }]);
    expect(CATALOG['osv-rocky'].address).toMatch(/\/Rocky%20Linux\/all\.zip$/);
  });

  it('is the releases of stored inventories for alpine-secdb', () => {
    expect(
      planDownloads('alpine-secdb', {
        ...OPTIONS,
        ecosystems: ['Alpine:v3.21', 'Debian:12', 'Alpine:v3.9', 'Alpine:v3.21'],
      }).map((f) => [f.path, f.part]),
    ).toEqual([
      ['v3.21/main.json', 'v3.21-main'],
      ['v3.21/community.json', 'v3.21-community'],
      ['v3.9/main.json', 'v3.9-main'],
      ['v3.9/community.json', 'v3.9-community'],
    ]);
  });

  const years = (at: number): Map<string, number> =>
    new Map(Array.from({ length: 25 }, (_, i) => [String(2002 + i), at]));
  it.each([
    ['all years at first', new Map<string, number>(), 26],
    ['the recent changes if all years are loaded', years(NOW - DAY), 1],
    [
      'the recent changes if they were loaded a day ago',
      new Map([...years(NOW - 90 * DAY), ['modified', NOW - DAY]]),
      1,
    ],
    [
      'a year as well if it is older than 90 days',
      new Map([...years(NOW - 300 * DAY), ['modified', NOW - DAY]]),
      2,
    ],
    [
      'all years if the recent changes do not cover the time since',
      new Map([...years(NOW - 300 * DAY), ['modified', NOW - 8 * DAY]]),
      26,
    ],
    ['the year that is missing', new Map([...years(NOW - DAY)].slice(1)), 2],
  ])('is for nvd: %s', (_what, loadedAt, count) => {
    const plan = planDownloads('nvd', { ...OPTIONS, loadedAt });
    expect(plan).toHaveLength(count);
    expect(plan.at(-1)).toMatchObject({
      path: 'nvdcve-2.0-modified.json.gz',
      part: 'modified',
      merges: true,
    });
  });

  it('renews one old year of nvd a day, until none is old', () => {
    const loadedAt = new Map([...years(NOW - 300 * DAY), ['modified', NOW]]);
    const renewed = [];
    for (let day = 1; day <= 30; day += 1) {
      const now = NOW + day * DAY;
      const plan = planDownloads('nvd', { ...OPTIONS, now, loadedAt });
      for (const { part, isRenewed = false } of plan) {
        loadedAt.set(part ?? '', now);
        if (isRenewed && part !== 'modified') renewed.push(part);
      }
    }
    expect(renewed).toEqual([...years(0).keys()]);
  });

  it.each([
    ['before any year is loaded', new Map<string, number>(), 26, true],
    [
      'with a missing year, a day after the others',
      new Map([...years(NOW - DAY)].slice(1)),
      1,
      true,
    ],
    ['with a missing year, two days later', new Map([...years(NOW - 2 * DAY)].slice(1)), 0, true],
    ['with outdated years', years(NOW - 8 * DAY), 25, true],
    ['a day after all years', years(NOW - DAY), 0, true],
    ['a day after itself', new Map([...years(NOW - 2 * DAY), ['modified', NOW - DAY]]), 0, false],
  ])('fetches the recent changes of nvd %s', (_when, loadedAt, waitsFor, isRenewed) => {
    const recent = planDownloads('nvd', { ...OPTIONS, loadedAt }).at(-1);
    expect([recent?.after?.length, recent?.isRenewed ?? false]).toEqual([
      Math.min(waitsFor, 25),
      isRenewed,
    ]);
  });

  it('asks for the newest year of nvd first, which may be absent in January', () => {
    const plan = (at: string): unknown[] =>
      planDownloads('nvd', { ...OPTIONS, now: Date.parse(at) / 1000 })
        .slice(0, 2)
        .map(({ part, optional = false }) => [part, optional]);
    expect(plan('2027-01-15')).toEqual([
      ['2027', true],
      ['2026', false],
    ]);
    expect(plan('2027-02-02')[0]).toEqual(['2027', false]);
  });

  it.each([
    ['nothing is loaded', [], []],
    ['the whole feed was imported', ['', 'modified'], []],
    ['two years are loaded', ['2025', '2026'], 23],
    ['all years are loaded', [...years(0).keys()], []],
  ])('names the missing years of nvd: %s', (_what, parts, missing) => {
    const found = missingYears(parts, NOW);
    expect(typeof missing === 'number' ? found.length : found).toEqual(missing);
  });
});
