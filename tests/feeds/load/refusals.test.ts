import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { FeedName } from '../../../src/knowledge/records.js';
import { tarOf, zipOf } from '../../support/archives.js';
import { feedSample } from '../../support/feed-items.js';
import { osv, testKnowledge } from '../../support/knowledge.js';

const SAMPLES: Partial<Record<FeedName, string>> = {
  'osv-debian': 'osv-debian/DEBIAN-CVE-2025-27587.json',
  'osv-ubuntu': 'osv-ubuntu/USN-6718-1.json',
  'osv-almalinux': 'osv-almalinux/ALSA-2023-6267.json',
  'debian-tracker': 'debian-tracker/tracker-sample.json',
  'alpine-secdb': 'alpine-secdb/v3.2-main.json',
  nvd: 'nvd/records.json',
  kev: 'kev/known_exploited_vulnerabilities.json',
  epss: 'epss/epss_scores.csv',
};
const FEEDS = Object.keys(SAMPLES) as FeedName[];
const HTML = '<!DOCTYPE html>\n<html><head><title>Sign in</title></head></html>\n';

/** Returns the message of the error; `accepted` without one. */
const refusal = (feed: FeedName, data: string | Buffer, part: string | null = null) =>
  testKnowledge()
    .load(feed, data, { part })
    .then(
      () => 'accepted',
      (error: Error) => error.message,
    );

describe('a file that is refused', () => {
  it.each(FEEDS)('as %s is named with the feed that it belongs to', async (feed) => {
    for (const other of FEEDS.filter((name) => name !== feed)) {
      const message = await refusal(feed, feedSample(SAMPLES[other] ?? ''));
      expect(message, other).toMatch(/\. Expected /);
      expect(message, other).toContain(`: a file of the feed ${other}`);
    }
  });

  it.each(FEEDS)('as %s is named as an HTML page with its title', async (feed) => {
    expect(await refusal(feed, HTML)).toMatch(/\. Expected .*, found an HTML page \("Sign in"\)$/);
    expect(await refusal(feed, gzipSync(HTML))).toContain('an HTML page');
  });

  it('is named with the file of the archive that it is in', async () => {
    const { packages } = JSON.parse(feedSample('alpine-secdb/v3.2-main.json')) as {
      packages: unknown[];
    };
    const good = JSON.stringify({ distroversion: 'v3.20', reponame: 'main', packages });
    const zip = zipOf([
      { name: 'v3.20/main.json', data: good },
      { name: 'v3.20/community.json', data: HTML },
    ]);
    expect(await refusal('alpine-secdb', zip)).toMatch(
      /^v3\.20\/community\.json: The file is invalid JSON in line 1, column 1\. Expected .* an HTML page/,
    );
  });

  it.each<[FeedName, string]>([
    ['kev', 'kev takes the JSON or CSV file itself'],
    ['epss', 'epss takes the CSV file itself, plain or gzip'],
  ])('is named as an archive, which %s does not take', async (feed, takes) => {
    const tar = await tarOf({ 'catalog.json': 'x' });
    for (const [format, archive] of [
      ['zip', zipOf([{ name: 'catalog.json', data: 'x' }])],
      ['zip', zipOf([])],
      ['tar', tar],
      ['tar', gzipSync(tar)],
      ['7z', Buffer.from("7z\xbc\xaf'\x1c\0\x04\xff\xff\n\0\0\0", 'latin1')],
      ['RAR', Buffer.from('Rar!\x1a\x07\x01\0\xff\xff\n', 'latin1')],
    ] as const)
      expect(await refusal(feed, archive)).toMatch(
        new RegExp(`\\. This is a ${format} archive; ${takes}$`),
      );
  });

  it('is named as an archive without a file of the feed', async () => {
    const zip = zipOf([{ name: 'readme.txt', data: 'x' }]);
    expect(await refusal('osv-debian', zip)).toContain(
      'found an archive whose first file is "readme.txt"',
    );
  });

  it.each<[FeedName, string, RegExp]>([
    ['kev', 'kev/known_exploited_vulnerabilities.json', /it ends early, in line \d+, column \d+$/],
    ['nvd', 'nvd/records.json', /ends early, after \d+ characters/],
    ['debian-tracker', 'debian-tracker/tracker-sample.json', /ends early, after \d+ characters/],
    ['alpine-secdb', 'alpine-secdb/v3.2-main.json', /it ends early, in line \d+, column \d+$/],
    ['epss', 'epss/epss_scores.csv', /ends early: line \d+ is incomplete$/],
    [
      'osv-debian',
      'osv-debian/DEBIAN-CVE-2025-27587.json',
      /it ends early, in line \d+, column \d+$/,
    ],
  ])('as cut is named by the place where it ends: %s', async (feed, sample, message) => {
    const text = feedSample(sample).trimEnd();
    expect(await refusal(feed, text.slice(0, -7))).toMatch(message);
  });

  it('is named by the line and column of its first error', async () => {
    expect(await refusal('kev', '{\n"vulnerabilities": [,]}')).toMatch(/line 2, column 21/);
    expect(await refusal('debian-tracker', '{"a": {}, "b": {x}}')).toMatch(
      /^The value of "b" is invalid JSON in line 1, column 2 of it/,
    );
  });

  it('is named by the first bad line, if most are bad', async () => {
    const text = 'cve,epss\nCVE-2020-1,0.5\nCVE-2020-2,high\nCVE-2020-3,low\n';
    expect(await refusal('epss', text)).toBe(
      '2 of 3 records are invalid; the first: CVE-2020-2: line 3: score or percentile is not a number from 0 to 1',
    );
  });

  it('is not described again if it is of the right kind', async () => {
    const zip = zipOf([
      { name: 'a.json', data: osv('DEBIAN-CVE-2026-1', 'a', '1') },
      { name: 'b.json', data: '{}' },
      { name: 'c.json', data: '{}' },
    ]);
    expect(await refusal('osv-debian', zip)).not.toContain('Expected');
  });
});

describe('a page of the API of NVD', () => {
  const page = (ids: number[], total: number): string =>
    JSON.stringify({
      resultsPerPage: ids.length,
      startIndex: 0,
      totalResults: total,
      format: 'NVD_CVE',
      version: '2.0',
      vulnerabilities: ids.map((id) => ({ cve: { id: `CVE-2026-${id}`, descriptions: [] } })),
    });
  const archive = (...pages: string[]): Buffer =>
    zipOf(pages.map((data, n) => ({ name: `page-${n}.json`, data })));

  it.each([
    ['as a whole feed', page([1, 2], 5), null, 'The file has 2 of the 5 records'],
    ['as a part', page([1, 2], 5), '2026', 'The file has 2 of the 5 records'],
    ['beside others of many', archive(page([1, 2], 5), page([3], 5)), null, '3 of the 5 records'],
    ['that has all records', page([1, 2], 2), null, 'accepted'],
    ['with all other pages', archive(page([1, 2], 3), page([3], 3)), null, 'accepted'],
  ])('%s is refused unless it is complete', async (_what, data, part, message) => {
    expect(await refusal('nvd', data, part)).toContain(message);
  });
});
