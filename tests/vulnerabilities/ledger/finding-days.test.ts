import { describe, expect, it } from 'vitest';
import { setUpFleet } from '../../support/fleet.js';
import { range, record } from '../../support/stored-records.js';

const HOLE_1 = record('DEBIAN-CVE-2024-1', { severity: 'high', ranges: [range('a', '2')] });
const HOLE_2 = record('DEBIAN-CVE-2024-2', { severity: 'low', ranges: [range('a', '3')] });
const HIDDEN = record('DEBIAN-CVE-2024-3', { ranges: [range('a', '3', { hidden: true })] });

async function setUp() {
  const app = await setUpFleet();
  const host = await app.addHost('10.0.0.1');
  return {
    ...app,
    host,
    load: async (...records: ReturnType<typeof record>[]) => {
      app.storeRecords('osv-debian', records);
      await app.ctx.vulnerabilities.rematchFleet();
    },
    install: (version: string) => app.importInventory(host, [{ name: 'a', version }]),
    counts: () =>
      app
        .rows<{ appeared: number; disappeared: number }>(
          'SELECT sum(appeared) AS appeared, sum(disappeared) AS disappeared FROM finding_days GROUP BY day ORDER BY day',
        )
        .map((row) => [row.appeared, row.disappeared]),
  };
}

describe('counts of findings that appeared and disappeared', () => {
  it('leave out the first findings of a host', async () => {
    const { load, install, counts } = await setUp();
    await load(HOLE_1, HOLE_2);
    await install('1');
    expect(counts()).toEqual([]);
  });

  it('leave out the first findings of a host whose packages had no data before', async () => {
    const { load, install, counts, rows } = await setUp();
    await install('1');
    await load(HOLE_1, HOLE_2);
    expect(rows('SELECT * FROM host_findings').length).toBe(2);
    expect(counts()).toEqual([]);
  });

  it('have a finding that an upgrade fixes, and one that a downgrade brings back', async () => {
    const { load, install, counts } = await setUp();
    await load(HOLE_1, HOLE_2);
    await install('1');
    await install('2');
    expect(counts()).toEqual([[0, 1]]);
    await install('1');
    expect(counts()).toEqual([[1, 1]]);
  });

  it('have a finding that new data adds, and one that it withdraws', async () => {
    const { load, install, counts } = await setUp();
    await load(HOLE_1);
    await install('1');
    await load(HOLE_1, HOLE_2);
    expect(counts()).toEqual([[1, 0]]);
    await load(HOLE_2);
    expect(counts()).toEqual([[1, 1]]);
  });

  it('leave out a fact that another one replaces', async () => {
    const { load, install, counts } = await setUp();
    await load(HOLE_1);
    await install('1');
    await load(record('DEBIAN-CVE-2024-1', { severity: 'high', ranges: [range('a', '4')] }));
    await install('3');
    expect(counts()).toEqual([]);
  });

  it('leave out findings rated unimportant by their publisher', async () => {
    const { load, install, counts } = await setUp();
    await load(HOLE_1);
    await install('1');
    await load(HOLE_1, HIDDEN);
    await install('4');
    expect(counts()).toEqual([[0, 1]]);
  });

  it('are kept by UTC day, and summed for 7 and 30 days', async () => {
    const { load, install, counts, clock, call } = await setUp();
    await load(HOLE_1);
    await install('1');
    await install('2');
    clock.advance(10 * 86_400);
    await install('1');
    expect(counts()).toEqual([
      [0, 1],
      [1, 0],
    ]);
    const { body } = await call('GET', '/summary');
    expect((body as { data: { findings: object } }).data.findings).toMatchObject({
      new_7d: 1,
      fixed_7d: 0,
      new_30d: 1,
      fixed_30d: 1,
    });
  });
});
