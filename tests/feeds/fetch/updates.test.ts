import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { feedAddresses } from '../../../src/feeds/fetch/feed-addresses.js';
import type { FeedResponse } from '../../../src/feeds/feeds.schemas.js';
import { temporaryFolder, testApp, type TestApp } from '../../support/app.js';
import { publisher, type Published } from '../../support/publisher.js';

const THIS_YEAR = 2026; // of the clock of tests
const nvdFile = (...years: string[]): Buffer =>
  gzipSync(
    JSON.stringify({
      format: 'NVD_CVE',
      version: '2.0',
      timestamp: '2025-12-31T00:00:00.000',
      vulnerabilities: years.map((year) => ({
        cve: {
          id: `CVE-${year}-1`,
          vulnStatus: 'Analyzed',
          published: `${year}-01-01T00:00:00.000`,
          lastModified: `${year}-01-01T00:00:00.000`,
          descriptions: [{ lang: 'en', value: `Of ${year}.` }],
          metrics: {},
          configurations: [
            {
              nodes: [
                {
                  operator: 'OR',
                  negate: false,
                  cpeMatch: [
                    {
                      vulnerable: true,
                      criteria: 'cpe:2.3:a:f5:nginx:*:*:*:*:*:*:*:*',
                      versionEndExcluding: '9.0',
                    },
                  ],
                },
              ],
            },
          ],
        },
      })),
    }),
  );

const YEARS = Array.from({ length: THIS_YEAR - 2001 }, (_, i) => String(2002 + i));
const nvdFiles = (): Record<string, Published> =>
  Object.fromEntries(
    [...YEARS, 'modified'].map((part) => [
      `/nvd/nvdcve-2.0-${part}.json.gz`,
      { body: nvdFile(part === 'modified' ? '2025' : part), etag: `"${part}"` },
    ]),
  );
const path2015 = '/nvd/nvdcve-2.0-2015.json.gz';
const kev = JSON.stringify({
  catalogVersion: '2026.01.01',
  count: 1,
  vulnerabilities: [{ cveID: 'CVE-2026-1', dateAdded: '2026-01-01', dueDate: '2026-02-01' }],
});

const kevOf = (count: number): string =>
  JSON.stringify({
    catalogVersion: '2026.01.02',
    count,
    vulnerabilities: Array.from({ length: count }, (_, i) => ({
      cveID: `CVE-2026-${i + 1}`,
      dateAdded: '2026-01-01',
      dueDate: '2026-02-01',
    })),
  });

const feed = async (app: TestApp, name: string): Promise<FeedResponse> => {
  const { data } = (await app.call('GET', '/feeds')).body as { data: FeedResponse[] };
  return data.find((found) => found.name === name) as FeedResponse;
};
async function update(app: TestApp, name: string): Promise<FeedResponse> {
  await app.call('POST', `/feeds/${name}/update`);
  return vi.waitFor(
    async () => {
      const found = await feed(app, name);
      expect(found.progress).toBeNull();
      return found;
    },
    { timeout: 60_000 },
  );
}
const site = async (files: Record<string, Published>) => {
  const started = await publisher(files);
  const address = (name: string): string => `${started.url}/${name}${name === 'nvd' ? '/' : ''}`;
  return { ...started, address };
};

describe('an update of nvd', () => {
  it('keeps the loaded years when one fails, names it, and asks only for it the next time', async () => {
    const { address, files, requests } = await site(nvdFiles());
    files[path2015] = { body: '', status: 503 };
    const app = await testApp({ feedAddress: address });
    const first = await update(app, 'nvd');
    expect(first).toMatchObject({ status: 'ready', records: YEARS.length - 1, missing: ['2015'] });
    expect(first.error).toMatch(/^1 of 26 files .* nvdcve-2\.0-2015\.json\.gz: HTTP status 503/);
    const wait = (first.retry_at ?? 0) - app.clock.now();
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(3600);

    files[path2015] = { body: nvdFile('2015'), etag: '"x"' };
    requests.length = 0;
    expect(await update(app, 'nvd')).toMatchObject({
      error: null,
      retry_at: null,
      missing: [],
      records: YEARS.length,
    });
    expect(requests.map(({ path }) => path).toSorted()).toEqual([
      path2015,
      '/nvd/nvdcve-2.0-modified.json.gz',
    ]);
  }, 60_000);
});

describe('a feed that was never loaded', () => {
  it('is fetched again within the hour after its publisher failed, also by the next service', async () => {
    const { address, files } = await site({ '/kev': { body: '', status: 403 } });
    const dir = temporaryFolder();
    const before = await testApp({ feedAddress: address, dir });
    expect(await update(before, 'kev')).toMatchObject({ status: 'failed' });
    await before.close();
    files['/kev'] = { body: kev };
    before.clock.advance(3600);
    const app = await testApp({ feedAddress: address, dir, clock: before.clock });
    expect((await feed(app, 'kev')).retry_at).toBeLessThanOrEqual(app.clock.now());
    expect(await update(app, 'kev')).toMatchObject({ status: 'ready', retry_at: null });
  });

  it('is not fetched after a failed import, and shows no retry where feeds are fetched on request only', async () => {
    const app = await testApp();
    await app.call('PUT', '/feeds/kev', Buffer.from('{}'));
    expect(await feed(app, 'kev')).toMatchObject({ status: 'failed', retry_at: null });
    const manual = await testApp({ env: { FEED_REFRESH: 'off' } });
    expect(await update(manual, 'kev')).toMatchObject({ status: 'failed', retry_at: null });
  });

  it('is not fetched any more after it was imported or cleared', async () => {
    const app = await testApp();
    expect((await update(app, 'kev')).retry_at).not.toBeNull();
    await app.call('PUT', '/feeds/kev', Buffer.from(kev));
    expect(await feed(app, 'kev')).toMatchObject({ status: 'ready', retry_at: null, error: null });
    expect((await update(app, 'epss')).retry_at).not.toBeNull();
    await app.call('DELETE', '/feeds/epss');
    expect(await feed(app, 'epss')).toMatchObject({ status: 'empty', retry_at: null });
  });
});

describe('a file that is refused because it shrank', () => {
  it('is fetched again a day later, and within the hour if its publisher fails instead', async () => {
    const files: Record<string, Published> = { '/kev': { body: kevOf(200) } };
    const { address } = await site(files);
    const app = await testApp({ feedAddress: address });
    await update(app, 'kev');
    files['/kev'] = { body: kevOf(90) };
    const refused = await update(app, 'kev');
    expect(refused).toMatchObject({ status: 'ready', records: 200 });
    expect(refused.error).toContain('refused as incomplete');
    expect(refused.retry_at).toBe(app.clock.now() + 86_400);
    files['/kev'] = { body: '', status: 503 };
    expect((await update(app, 'kev')).retry_at).toBeLessThanOrEqual(app.clock.now() + 3600);
  });
});

it('an update that the end of the service interrupts is planned again', async () => {
  const { address } = await site({ '/kev': { body: kev, breaksAt: 10, breaksWhen: () => false } });
  const dir = temporaryFolder();
  const before = await testApp({ feedAddress: address, dir });
  await before.call('POST', '/feeds/kev/update');
  await vi.waitFor(async () => expect((await feed(before, 'kev')).retry_at).not.toBeNull());
  await before.close();
  const app = await testApp({ feedAddress: address, dir, clock: before.clock });
  expect((await feed(app, 'kev')).retry_at).toBeGreaterThan(app.clock.now());
});

describe('an import', () => {
  it('does not wait for a download of the same feed that has stopped', async () => {
    const { address } = await site({
      '/kev': { body: kev, breaksAt: 10, breaksWhen: () => false },
    });
    const app = await testApp({ feedAddress: address });
    await app.call('POST', '/feeds/kev/update');
    expect((await app.call('PUT', '/feeds/kev', Buffer.from(kev))).status).toBe(200);
    expect(await feed(app, 'kev')).toMatchObject({ status: 'ready', progress: null, error: null });
  });
});

describe('a slow publisher', () => {
  it('does not delay the files of another one', async () => {
    const { address } = await site({
      '/epss': { body: 'x'.repeat(100), breaksAt: 10, breaksWhen: () => false },
      '/kev': { body: kev },
    });
    const app = await testApp({ feedAddress: address });
    await app.call('POST', '/feeds/epss/update');
    expect(await update(app, 'kev')).toMatchObject({ status: 'ready', error: null });
    expect((await feed(app, 'epss')).status).toBe('updating');
  });
});

describe('a mirror', () => {
  it('has each file in the folder of its feed', () => {
    const mirrors = ['https://m.example/a/', 'http://10.0.0.1'];
    expect(feedAddresses('osv-rocky', mirrors)).toEqual([
      'https://m.example/a/osv-rocky/all.zip',
      'http://10.0.0.1/osv-rocky/all.zip',
    ]);
    expect(feedAddresses('nvd', mirrors)[0]).toBe('https://m.example/a/nvd/');
    expect(feedAddresses('debian-tracker', mirrors)[1]).toBe('http://10.0.0.1/debian-tracker/json');
    expect(feedAddresses('nvd', [])).toEqual(['https://nvd.nist.gov/feeds/json/cve/2.0/']);
  });

  const KEV = '/kev/known_exploited_vulnerabilities.json';
  const january = (day: number): string => `0${day} Jan 2026 00:00:00 GMT`;

  it('is asked where the one before fails, and its older file does not replace a newer one', async () => {
    const first = await publisher({});
    const second = await publisher({ [KEV]: { body: kev } });
    const app = await testApp({ env: { FEED_MIRROR: `${first.url}/, ${second.url}` } });
    expect(await update(app, 'kev')).toMatchObject({
      status: 'ready',
      error: null,
      address: first.url + KEV,
    });
    first.files[KEV] = { body: kev, lastModified: `Thu, ${january(1)}` };
    expect(await update(app, 'kev')).toMatchObject({ error: null });
    delete first.files[KEV];
    second.files[KEV] = { body: kev, lastModified: `Wed, 31 Dec 2025 00:00:00 GMT` };
    const { error, records } = await update(app, 'kev');
    expect(error).toMatch(/404.*; .*is older than the loaded one/);
    expect(records).toBe(1);
  });
});

describe('a file of JSON', () => {
  it('is asked for with gzip and stored so, and an archive is not', async () => {
    const { address, requests, files } = await site({
      '/kev': { body: gzipSync(kev), etag: '"a-gzip"', headers: { 'content-encoding': 'gzip' } },
    });
    const app = await testApp({ feedAddress: address });
    expect(await update(app, 'kev')).toMatchObject({ status: 'ready', records: 1 });
    expect(requests[0]?.headers['accept-encoding']).toBe('gzip');
    expect(gunzipSync(readFileSync(join(app.dir, 'feeds', 'kev'))).toString()).toBe(kev);
    await update(app, 'kev');
    expect(requests[1]?.headers['if-none-match']).toBe('"a-gzip", "a"');
    Object.assign(files, nvdFiles());
    await update(app, 'nvd');
    expect(requests.at(-1)?.headers['accept-encoding']).toBe('identity');
  }, 60_000);
});
