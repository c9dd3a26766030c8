import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { history } from '../../../src/commands/fleet/history.js';
import { ADMIN } from '../../support/app.js';
import { testIo } from '../../support/command.js';
import { setUpFleet } from '../../support/fleet.js';
import { range, record } from '../../support/stored-records.js';

const DAY = 86_400;

/** Today new data added a finding to a host, and an upgrade fixed one; yesterday nothing was recorded. */
async function setUp() {
  const app = await setUpFleet();
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.app.server.address() as AddressInfo;
  const host = await app.addHost('10.0.0.1');
  const hole = (id: number, name: string) =>
    record(`DEBIAN-CVE-2024-${id}`, { severity: 'high', ranges: [range(name, '2')] });
  app.storeRecords('osv-debian', [hole(1, 'a'), hole(2, 'b')]);
  const install = (a: string) =>
    app.importInventory(host, [
      { name: 'a', version: a },
      { name: 'b', version: '1' },
    ]);
  await install('1');
  await app.ctx.fleet.saveDay();
  app.clock.advance(2 * DAY);
  await install('2');
  app.storeRecords('osv-debian', [hole(1, 'a'), hole(2, 'b'), hole(3, 'b')]);
  await app.ctx.vulnerabilities.rematchFleet();
  await app.ctx.fleet.saveDay();
  return { ...app, connection: { url: `http://127.0.0.1:${port}`, token: ADMIN } };
}

it('prints days with what was checked, open, new and fixed, and says what was not recorded', async () => {
  const { connection } = await setUp();
  const io = testIo();
  Object.assign(io.stdout, { isTTY: true, columns: 80 });
  expect(await history(connection, io)).toBe(0);
  const lines = io.out().trimEnd().split('\n');
  expect(
    lines.map((line) =>
      line
        .replace(/^\d{4}-\d\d-\d\d /, '')
        .replace(/ +/g, ' ')
        .trim(),
    ),
  ).toEqual([
    'DATE CHECKED OPEN CRITICAL HIGH EXPLOITED NEW FIXED',
    '1 of 1 2 0 2 0 0 0',
    'not recorded - - - - - -',
    '1 of 1 2 0 2 0 +1 (1 by data) -1',
  ]);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
});

it('prints all values in a pipe, and as JSON', async () => {
  const { connection } = await setUp();
  const pipe = testIo();
  await history({ ...connection, days: '1' }, pipe);
  const [heading, ...rows] = pipe.out().trimEnd().split('\n');
  expect(heading?.split('\t').length).toBe(16);
  expect(rows.map((row) => row.split('\t').slice(1))).toEqual([
    '1 1 2 0 2 0 0 0 1 1 0 0 1 1 0'.split(' '),
  ]);
  const json = testIo();
  await history({ ...connection, days: '2', json: true }, json);
  expect((JSON.parse(json.out()) as { open: number | null }[]).map(({ open }) => open)).toEqual([
    null,
    2,
  ]);
});

it('is about a group, or about a template, and not about both', async () => {
  const { connection, call } = await setUp();
  await call('POST', '/groups', { name: 'servers' });
  const io = testIo();
  await history({ ...connection, group: 'servers', json: true }, io);
  expect(JSON.parse(io.out())).toMatchObject([{ hosts: 0, open: null }]);
  await expect(
    history({ ...connection, group: 'servers', template: '1' }, testIo()),
  ).rejects.toMatchObject({ exitCode: 2 });
  await expect(history({ ...connection, template: 'nightly' }, testIo())).rejects.toThrow(
    'nightly',
  );
});
