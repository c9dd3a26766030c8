import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { testApp } from '../../support/app.js';
import { publisher } from '../../support/publisher.js';

const BYTES_PER_SECOND = 80_000;

/** Returns text that gzip makes about this number of bytes. */
const filler = (bytes: number): string => randomBytes(bytes).toString('hex');

const score = (): string => (0.1 + Math.random() * 0.8).toFixed(17);

// The files of 2026, compressed: CISA's 0.2 MB, FIRST's 2.5 MB, two of Alpine 3.20 0.1 MB.
const KEV = gzipSync(
  JSON.stringify({
    catalogVersion: '2026.01.01',
    count: 1,
    vulnerabilities: [
      { cveID: 'CVE-2026-1', dateAdded: '2026-01-01', dueDate: null, notes: filler(180_000) },
    ],
  }),
);
const EPSS = gzipSync(
  [
    '#model_version:v1,score_date:2026-01-01T00:00:00+0000',
    'cve,epss,percentile',
    ...Array.from({ length: 130_000 }, (_, i) => `CVE-2026-${i + 1},${score()},${score()}`),
    '',
  ].join('\n'),
);
const secdb = (repository: string): Buffer =>
  gzipSync(
    JSON.stringify({
      distroversion: 'v3.20',
      reponame: repository,
      note: filler(50_000),
      packages:
        repository === 'main'
          ? [{ pkg: { name: 'xz', secfixes: { '5.6.2-r0': ['CVE-2026-1'] } } }]
          : [{ pkg: { name: 'yq', secfixes: { '4.0.0-r0': ['CVE-2026-2'] } } }],
    }),
  );
const SECTIONS = {
  'os-release': 'ID=alpine\nVERSION_ID=3.20.1\n',
  apk: 'P:xz\nV:5.6.1-r0\nA:x86_64\no:xz\n\n',
};

it('the first finding needs less than a minute at 80 kB/s while larger feeds are requested as well', async () => {
  const gzip = { headers: { 'content-encoding': 'gzip' } };
  const site = await publisher({
    '/kev': { body: KEV, ...gzip },
    '/epss': { body: EPSS },
    '/alpine-secdb/v3.20/main.json': { body: secdb('main'), ...gzip },
    '/alpine-secdb/v3.20/community.json': { body: secdb('community'), ...gzip },
    // Large files: their bodies stand still.
    '/osv-alpine': { body: 'x'.repeat(100), breaksAt: 10, breaksWhen: () => false },
    '/nvd/nvdcve-2.0-2026.json.gz': {
      body: 'x'.repeat(100),
      breaksAt: 10,
      breaksWhen: () => false,
    },
  });
  const parts = ['nvd', 'alpine-secdb'];
  const app = await testApp({
    feedAddress: (feed) => `${site.url}/${feed}${parts.includes(feed) ? '/' : ''}`,
  });
  await app.call('POST', '/hosts', [{ current_ip: '192.0.2.1' }]);
  await app.call('PUT', '/hosts/1/inventory', { sections: SECTIONS });
  for (const feed of ['nvd', 'alpine-secdb', 'kev', 'epss'])
    await app.call('POST', `/feeds/${feed}/update`);
  await vi.waitFor(
    async () => {
      const { body } = await app.call('GET', '/hosts/1/vulnerabilities');
      expect(body).toMatchObject({
        data: [
          {
            vulnerability_id: 'CVE-2026-1',
            kev: expect.anything() as unknown,
            epss: expect.anything() as unknown,
          },
        ],
      });
    },
    { timeout: 30_000, interval: 50 },
  );
  const sent = site.requests.map(({ path }) => site.files[path]?.body.length ?? 0);
  const seconds = sent.reduce((sum, bytes) => sum + bytes, 0) / BYTES_PER_SECOND;
  expect(seconds).toBeGreaterThan(30);
  expect(seconds).toBeLessThan(60);
}, 40_000);
