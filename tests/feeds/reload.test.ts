import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder, testApp, type TestApp } from '../support/app.js';

const nvdFile = (titles: Record<string, string>): string =>
  JSON.stringify({
    format: 'NVD_CVE',
    version: '2.0',
    vulnerabilities: Object.entries(titles).map(([id, value]) => ({
      cve: { id, descriptions: [{ lang: 'en', value }] },
    })),
  });

/** Starts the service on stored files of NVD (part → day and titles), without knowledge.db. Waits for the reload. */
async function reload(files: Record<string, [day: string, titles: Record<string, string>]>) {
  const dir = temporaryFolder();
  mkdirSync(join(dir, 'feeds'));
  for (const [part, [day, titles]] of Object.entries(files)) {
    const file = join(dir, 'feeds', `nvd@${part}`);
    writeFileSync(file, nvdFile(titles));
    utimesSync(file, new Date(day), new Date(day));
  }
  const app = await testApp({ dir });
  const error = await waitForReload(app);
  const titles = app.ctx.knowledge.sqlite
    .prepare(
      'SELECT name, title FROM advisories WHERE "until" = (SELECT max("until") FROM advisories) ORDER BY 1',
    )
    .raw()
    .all();
  return { error, titles };
}

async function waitForReload(app: TestApp): Promise<string | null> {
  for (;;) {
    const { data } = (await app.call('GET', '/feeds')).body as {
      data: { name: string; status: string; error: string | null }[];
    };
    const nvd = data.find(({ name }) => name === 'nvd');
    if (nvd && nvd.status !== 'updating') return nvd.error;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

it('the reloaded files of NVD have all changes, the earlier ones first', async () => {
  const { error, titles } = await reload({
    '2025': ['2026-03-01', { 'CVE-2025-1': 'one', 'CVE-2025-2': 'two' }],
    'modified-20260307000000': ['2026-03-07', { 'CVE-2025-1': 'one, kept', 'CVE-2025-2': 'kept' }],
    modified: ['2026-03-13', { 'CVE-2025-1': 'one, newest' }],
  });
  expect(titles).toEqual([
    ['CVE-2025-1', 'one, newest'],
    ['CVE-2025-2', 'kept'],
  ]);
  expect(error).toMatch(/after the next update$/);
});

it('the reloaded feed of NVD names the time since which changes are missing', async () => {
  const { error } = await reload({
    '2025': ['2026-03-01', { 'CVE-2025-1': 'one' }],
    modified: ['2026-04-01', { 'CVE-2025-2': 'two' }],
  });
  expect(error).toContain('Changes of NVD after 2026-03-01 are missing');
});
