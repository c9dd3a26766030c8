import { describe, expect, it } from 'vitest';
import { CATALOG } from '../../../src/feeds/feeds.catalog.js';
import { planDownloads } from '../../../src/feeds/fetch/download-plan.js';

const DAY = 86_400;
const NOW = Date.UTC(2026, 6, 1) / 1000;
const OPTIONS = {
  address: 'https://x/',
  ecosystems: [] as string[],
  now: NOW,
  loadedAt: new Map<string, number>(),
};

describe('the download plan', () => {
  it('is one file for most feeds', () => {
    expect(planDownloads('kev', { ...OPTIONS, address: CATALOG.kev.address })).toEqual([
      { address: CATALOG.kev.address, part: null },
    ]);
    expect(CATALOG['osv-rocky'].address).toMatch(/\/Rocky%20Linux\/all\.zip$/);
  });

  it('is the releases of stored inventories for alpine-secdb', () => {
    expect(
      planDownloads('alpine-secdb', {
        ...OPTIONS,
        ecosystems: ['Alpine:v3.21', 'Debian:12', 'Alpine:v3.9', 'Alpine:v3.21'],
      }).map((f) => [f.address, f.part]),
    ).toEqual([
      ['https://x/v3.21/main.json', 'v3.21-main'],
      ['https://x/v3.21/community.json', 'v3.21-community'],
      ['https://x/v3.9/main.json', 'v3.9-main'],
      ['https://x/v3.9/community.json', 'v3.9-community'],
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
    ['all years if one is missing', new Map([...years(NOW - DAY)].slice(1)), 26],
  ])('is for nvd: %s', (_what, loadedAt, count) => {
    const plan = planDownloads('nvd', { ...OPTIONS, loadedAt });
    expect(plan).toHaveLength(count);
    expect(plan.at(-1)).toEqual({
      address: 'https://x/nvdcve-2.0-modified.json.gz',
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
        if (isRenewed) renewed.push(part);
      }
    }
    expect(renewed).toEqual([...years(0).keys()]);
  });
});
