import { expect, it } from 'vitest';
import { reportApp, told, type ReportApp } from './service.js';

const nothing = { new: [], fixed: [], changed: [], unchanged: 0, not_compared: [] };
const KEPT = '10.0.0.1 not_judged';
const HOST = { ssl: '1', bash: '1', zip: '1' };

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

/** A host that is judged by two feeds: bash by the tracker, ssl and zip by the other. */
async function judgedByTwo(): Promise<{
  app: ReportApp;
  load: () => Promise<unknown>;
  run: (
    packages: Record<string, string>,
  ) => Promise<ReturnType<typeof told> & { open: number | undefined }>;
  clear: () => Promise<unknown>;
}> {
  const app = await reportApp();
  await app.feed({ bash: { 'CVE-2024-3': '5' } });
  const load = async () =>
    app.want(
      200,
      'PUT',
      '/feeds/osv-debian',
      `[${osv('ssl', 'CVE-2024-1', '3')},${osv('zip', 'CVE-2024-2', '3')}]`,
    );
  await load();
  const host = await app.host('10.0.0.1');
  const template = await app.template('inventory', [host]);
  const run = async (packages: Record<string, string>) => {
    await app.packages(host, packages);
    await app.run(template);
    const newest = (await app.diff(template)).at(-1);
    return { ...told(newest), open: newest?.summary['open'] };
  };
  return { app, load, run, clear: async () => app.want(204, 'DELETE', '/feeds/osv-debian') };
}

it('mends nothing when one of two feeds is emptied, however often, and goes on when it is back', async () => {
  const { load, run, clear } = await judgedByTwo();
  expect(await run(HOST)).toMatchObject({
    new: ['CVE-2024-1 ssl target', 'CVE-2024-2 zip target', 'CVE-2024-3 bash target'],
    open: 3,
  });
  await clear();
  for (let i = 0; i < 2; i += 1)
    expect(await run(HOST)).toEqual({ ...nothing, unchanged: 1, not_compared: [KEPT], open: 3 });
  await load();
  expect(await run(HOST)).toEqual({ ...nothing, unchanged: 3, open: 3 });
});

it('still tells what the host mended while one of two feeds is empty', async () => {
  const { run, clear } = await judgedByTwo();
  await run(HOST);
  await clear();
  expect(await run({ ...HOST, ssl: '2', bash: '5' })).toEqual({
    ...nothing,
    fixed: ['CVE-2024-3 bash target'],
    not_compared: [KEPT],
    open: 2,
  });
  expect(await run({ ...HOST, ssl: '3', bash: '5' })).toEqual({
    ...nothing,
    fixed: ['CVE-2024-1 ssl target'],
    not_compared: [KEPT],
    open: 1,
  });
  expect(await run({ bash: '5' })).toEqual({
    ...nothing,
    fixed: ['CVE-2024-2 zip target'],
    open: 0,
  });
});
