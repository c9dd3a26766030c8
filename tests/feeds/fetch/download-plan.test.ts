import { describe, expect, it } from 'vitest';
import { CATALOG } from '../../../src/feeds/feeds.catalog.js';
import { requiredFeeds } from '../../../src/feeds/fetch/required-feeds.js';
import { planDownloads } from '../../../src/feeds/fetch/download-plan.js';
import { isDue, jitterSeconds } from '../../../src/feeds/fetch/due.js';

const DAY = 86_400;
const NOW = Date.UTC(2026, 6, 1) / 1000;
const facts = {
  address: 'https://x/',
  ecosystems: [] as string[],
  now: NOW,
  loadedAt: new Map<string, number>(),
};

describe('what is fetched', () => {
  it('of most feeds is one file', () => {
    expect(planDownloads('kev', { ...facts, address: CATALOG.kev.address })).toEqual([
      { address: CATALOG.kev.address, part: null },
    ]);
    expect(CATALOG['osv-rocky'].address).toMatch(/\/Rocky%20Linux\/all\.zip$/);
  });

  it('of alpine-secdb are the releases that somebody has', () => {
    expect(
      planDownloads('alpine-secdb', {
        ...facts,
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
    ['what changed lately when all years are there', years(NOW - DAY), 1],
    [
      'what changed lately when that was done a day ago',
      new Map([...years(NOW - 300 * DAY), ['modified', NOW - DAY]]),
      1,
    ],
    [
      'all years when what changed lately does not reach back',
      new Map([...years(NOW - 300 * DAY), ['modified', NOW - 8 * DAY]]),
      26,
    ],
    ['all years when one is missing', new Map([...years(NOW - DAY)].slice(1)), 26],
  ])('of nvd is %s', (_what, loaded, count) => {
    const plan = planDownloads('nvd', { ...facts, loadedAt: loaded });
    expect(plan).toHaveLength(count);
    expect(plan.at(-1)).toEqual({
      address: 'https://x/nvdcve-2.0-modified.json.gz',
      part: 'modified',
      merges: true,
    });
  });
});

describe('feeds are needed', () => {
  it.each([
    [[], false, []],
    [[], true, ['nvd', 'kev', 'epss']],
    [['Debian:12'], false, ['osv-debian', 'debian-tracker', 'kev', 'epss']],
    [
      ['Rocky Linux:9', 'Alpine:v3.21'],
      true,
      ['osv-alpine', 'osv-rocky', 'alpine-secdb', 'nvd', 'kev', 'epss'],
    ],
    [
      [
        'SUSE:Linux Enterprise Server 15 SP6',
        'openSUSE:Leap 15.6',
        'Wolfi',
        'Ubuntu:Pro:22.04:LTS',
      ],
      false,
      ['osv-ubuntu', 'osv-suse', 'osv-opensuse', 'osv-wolfi', 'kev', 'epss'],
    ],
  ])('for %j, services %s', (ecosystems, hasServices, feeds) => {
    expect(requiredFeeds({ ecosystems, hasServices })).toEqual(feeds);
  });
});

describe('a feed is fetched again', () => {
  it.each([
    ['never where it was never fetched', { fetchedAt: null, attemptAt: null }, false],
    ['not within a day', { fetchedAt: NOW - DAY + 1, attemptAt: null }, false],
    ['not at the very moment of everybody else', { fetchedAt: NOW - DAY, attemptAt: null }, false],
    ['after a day and its spread', { fetchedAt: NOW - DAY - 100, attemptAt: null }, true],
    [
      'not right after an attempt that failed',
      { fetchedAt: NOW - 3 * DAY, attemptAt: NOW - 60 },
      false,
    ],
    [
      'an hour after an attempt that failed',
      { fetchedAt: NOW - 3 * DAY, attemptAt: NOW - 3600 },
      true,
    ],
  ])('%s', (_when, times, due) => {
    expect(isDue(times, NOW, 100)).toBe(due);
  });

  it('at another moment in every installation', () => {
    const spreads = ['a', 'b', 'c'].map((installation) => jitterSeconds(installation, 'kev'));
    expect(new Set(spreads).size).toBe(3);
    expect(spreads.every((s) => s >= 0 && s < 7200)).toBe(true);
  });
});
