import { describe, expect, it } from 'vitest';
import type { FoundService } from '../../../src/pentest/service.js';
import { service } from '../../support/services.js';
import {
  createReportApp,
  EMPTY_DIFF,
  FIXES,
  lastDiff,
  nvdFile,
  OLD_PACKAGES,
  OPENSSH,
  setUpInventory,
  summarize,
  type ReportApp,
} from '../report-app.js';

const NOT_MATCHED = '10.0.0.1 not_matched';
const PACKAGES = { ssl: '1', bash: '1', zip: '1' };

const osv = (name: string, cve: string, fixed: string): string =>
  JSON.stringify({
    id: `DEBIAN-${cve}`,
    modified: '2026-01-01T00:00:00Z',
    upstream: [cve],
    details: 'A flaw',
    affected: [
      {
        package: { ecosystem: 'Debian:12', name },
        ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed }] }],
      },
    ],
  });

/** Starts with a host matched by two feeds: bash by the tracker, ssl and zip by osv-debian. */
async function setUpTwoFeeds(): Promise<{
  app: ReportApp;
  load: () => Promise<unknown>;
  run: (
    packages: Record<string, string>,
  ) => Promise<ReturnType<typeof summarize> & { open: number | undefined }>;
  clear: () => Promise<unknown>;
}> {
  const app = await createReportApp();
  await app.importFeed({ bash: { 'CVE-2024-3': '5' } });
  const load = async () =>
    app.request(
      200,
      'PUT',
      '/feeds/osv-debian',
      `[${osv('ssl', 'CVE-2024-1', '3')},${osv('zip', 'CVE-2024-2', '3')}]`,
    );
  await load();
  const host = await app.addHost('10.0.0.1');
  const template = await app.addTemplate('inventory', [host]);
  const run = async (packages: Record<string, string>) => {
    await app.importPackages(host, packages);
    await app.runTask(template);
    const newest = (await app.getDiffs(template)).at(-1);
    return { ...summarize(newest), open: newest?.summary['open'] };
  };
  return { app, load, run, clear: async () => app.request(204, 'DELETE', '/feeds/osv-debian') };
}

describe('differences after a change of the vulnerability data', () => {
  it('reports knowledge as the cause after a feed update alone', async () => {
    const { app, host, template } = await setUpInventory();
    await app.importFeed({
      openssl: { 'CVE-2024-1': '3.0.2', 'CVE-2024-9': null },
      bash: { 'CVE-2024-3': '5.3' },
    });
    await app.importPackages(host, OLD_PACKAGES);
    await app.runTask(template);
    expect(await lastDiff(app, template)).toEqual({
      ...EMPTY_DIFF,
      new: ['CVE-2024-9 openssl knowledge'],
      fixed: ['CVE-2024-2 openssl knowledge'],
      changed: ['CVE-2024-3 bash knowledge fixed_version'],
      unchanged: 1,
    });
  });

  it('distinguishes host and knowledge as causes when both changed', async () => {
    const { app, host, template } = await setUpInventory();
    await app.importFeed({ ...FIXES, bash: { 'CVE-2024-3': '5.2', 'CVE-2024-4': null } });
    await app.importPackages(host, { openssl: '3.0.2', bash: '5.1' });
    await app.runTask(template);
    expect(await lastDiff(app, template)).toMatchObject({
      new: ['CVE-2024-4 bash knowledge'],
      fixed: ['CVE-2024-1 openssl target'],
    });
  });

  it('keeps the findings of a host while its feed is empty', async () => {
    const { app, host, template } = await setUpInventory();
    await app.request(204, 'DELETE', '/feeds/debian-tracker');
    await app.importPackages(host, { ...OLD_PACKAGES, bash: '5.2' });
    await app.runTask(template);
    expect(await lastDiff(app, template)).toEqual({
      ...EMPTY_DIFF,
      not_compared: ['10.0.0.1 not_matched'],
    });
    await app.importFeed(FIXES);
    await app.importPackages(host, { ...OLD_PACKAGES, bash: '5.2' });
    await app.runTask(template);
    expect(await lastDiff(app, template)).toEqual({
      ...EMPTY_DIFF,
      fixed: ['CVE-2024-3 bash target'],
      unchanged: 2,
    });
  });

  it('reports one finding for two advisories about one CVE, also after one of them is removed', async () => {
    const { app, host, template } = await setUpInventory();
    const advisory = {
      id: 'DSA-9999-1',
      summary: 'openssl',
      modified: '2026-01-01T00:00:00Z',
      upstream: ['CVE-2024-1'],
      affected: [
        {
          package: { ecosystem: 'Debian:12', name: 'openssl' },
          ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '3.0.2' }] }],
        },
      ],
    };
    await app.request(200, 'PUT', '/feeds/osv-debian', JSON.stringify([advisory]));
    await app.importPackages(host, OLD_PACKAGES);
    await app.runTask(template);
    expect(await lastDiff(app, template)).toEqual({ ...EMPTY_DIFF, unchanged: 3 });
    await app.request(204, 'DELETE', '/feeds/osv-debian');
    await app.importPackages(host, OLD_PACKAGES);
    await app.runTask(template);
    expect(await lastDiff(app, template)).toEqual({ ...EMPTY_DIFF, unchanged: 3 });
  });

  it('keeps the findings of a service while its feed is empty', async () => {
    const app = await createReportApp();
    const load = () =>
      app.request(
        200,
        'PUT',
        '/feeds/nvd',
        JSON.stringify(nvdFile('CVE-2023-9', 'openbsd:openssh')),
      );
    const template = await app.addTemplate('pentest', [await app.addHost('10.0.0.1')]);
    const scan = async (service: FoundService) => {
      app.network.set('10.0.0.1', { services: [service] });
      await app.runTask(template);
      return lastDiff(app, template);
    };
    const ssh = { ...OPENSSH, revision: null };
    await load();
    expect(await scan(ssh)).toEqual({ ...EMPTY_DIFF, new: ['CVE-2023-9 22 target'] });
    await app.request(204, 'DELETE', '/feeds/nvd');
    expect(await scan(ssh)).toEqual({ ...EMPTY_DIFF, not_compared: ['10.0.0.1 not_matched 22'] });
    await load();
    expect(await scan(ssh)).toEqual({ ...EMPTY_DIFF, unchanged: 1 });
    await app.request(204, 'DELETE', '/feeds/nvd');
    expect(await scan(service(22, { service: 'ftp' }))).toMatchObject({
      fixed: ['CVE-2023-9 22 target'],
      not_compared: ['10.0.0.1 not_matched 22'],
    });
  });

  it('keeps the findings of a cleared feed in every task, and compares them again after an import', async () => {
    const { load, run, clear } = await setUpTwoFeeds();
    expect(await run(PACKAGES)).toMatchObject({
      new: ['CVE-2024-1 ssl target', 'CVE-2024-2 zip target', 'CVE-2024-3 bash target'],
      open: 3,
    });
    await clear();
    for (let i = 0; i < 2; i += 1)
      expect(await run(PACKAGES)).toEqual({
        ...EMPTY_DIFF,
        unchanged: 1,
        not_compared: [NOT_MATCHED],
        open: 3,
      });
    await load();
    expect(await run(PACKAGES)).toEqual({ ...EMPTY_DIFF, unchanged: 3, open: 3 });
  });

  it('reports the findings that the host fixed while one of two feeds is empty', async () => {
    const { run, clear } = await setUpTwoFeeds();
    await run(PACKAGES);
    await clear();
    expect(await run({ ...PACKAGES, ssl: '2', bash: '5' })).toEqual({
      ...EMPTY_DIFF,
      fixed: ['CVE-2024-3 bash target'],
      not_compared: [NOT_MATCHED],
      open: 2,
    });
    expect(await run({ ...PACKAGES, ssl: '3', bash: '5' })).toEqual({
      ...EMPTY_DIFF,
      fixed: ['CVE-2024-1 ssl target'],
      not_compared: [NOT_MATCHED],
      open: 1,
    });
    expect(await run({ bash: '5' })).toEqual({
      ...EMPTY_DIFF,
      fixed: ['CVE-2024-2 zip target'],
      open: 0,
    });
  });
});
