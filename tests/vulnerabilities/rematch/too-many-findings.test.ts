import { describe, expect, it } from 'vitest';
import { isMatchedState } from '../../../src/vulnerabilities/matching/packages/match-state.js';
import { range, record } from '../../support/stored-records.js';
import { setUpFleet } from '../../support/fleet.js';

const HOLES = 2_600;

const HOLES_OF_LINUX = Array.from({ length: HOLES }, (_, n) =>
  record(`DEBIAN-CVE-2024-${10_000 + n}`, { severity: 'high', ranges: [range('linux', null)] }),
);
const HOLE_OF_A = record('DEBIAN-CVE-2024-1', { severity: 'high', ranges: [range('a', '2')] });
const A = { name: 'a', version: '1' };

/** Packages that are all built from the source with the many vulnerabilities. */
const kernels = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    name: `linux-part${n}`,
    version: '6.1',
    source: 'linux',
  }));

async function setUp() {
  const app = await setUpFleet();
  app.storeRecords('osv-debian', [...HOLES_OF_LINUX, HOLE_OF_A]);
  const host = await app.addHost('10.0.0.1');
  const other = await app.addHost('10.0.0.2');
  await app.importInventory(host, [A]);
  await app.importInventory(other, [A]);
  const state = () =>
    app.ctx.database.sqlite
      .prepare<[number], Buffer>('SELECT state FROM host_match_states WHERE host_id = ?')
      .pluck()
      .get(host);
  const coverage = async () => {
    const { body } = await app.call('GET', `/hosts/${host}/vulnerabilities`);
    const { meta } = body as {
      meta: { coverage: { packages: { state: string; reason: string | null; message: string } } };
    };
    return meta.coverage.packages;
  };
  return { ...app, host, other, state, coverage };
}

describe('a host with more findings than a host can have', () => {
  it('keeps its findings, and is not matched, until its packages change', async () => {
    const { importInventory, findings, host, state, coverage } = await setUp();
    expect(findings(host)).toEqual(['CVE-2024-1 a 1 → 2']);
    await importInventory(host, [A, ...kernels(20)]); // 52,001 findings
    expect(findings(host)).toEqual(['CVE-2024-1 a 1 → 2']);
    const refused = state();
    expect(isMatchedState(refused ?? Buffer.alloc(16))).toBe(false);
    expect(await coverage()).toMatchObject({ state: 'not_matched', reason: 'unreadable' });
    expect((await coverage()).message).toContain('50,000');

    await importInventory(host, [A, ...kernels(20)]); // The same report is not matched again.
    expect(state()).toEqual(refused);

    // A list that lost half of its packages is believed when the next report has the same.
    for (let n = 0; n < 2; n += 1) await importInventory(host, [A, ...kernels(1)]);
    expect(findings(host)).toHaveLength(HOLES + 1);
    expect(await coverage()).toMatchObject({ state: 'matched', reason: null });
  });

  it('does not affect other hosts', async () => {
    const { importInventory, findings, host, other, storeRecords, ctx } = await setUp();
    await importInventory(host, [A, ...kernels(20)]);
    storeRecords('osv-debian', [
      ...HOLES_OF_LINUX,
      HOLE_OF_A,
      record('DEBIAN-CVE-2024-2', { severity: 'low', ranges: [range('a', null)] }),
    ]);
    await ctx.vulnerabilities.rematchFleet();
    expect(findings(other)).toEqual(['CVE-2024-1 a 1 → 2', 'CVE-2024-2 a 1 → -']);
    expect(findings(host)).toEqual(['CVE-2024-1 a 1 → 2']);
  });

  it('is matched when newer data leave fewer findings', async () => {
    const { importInventory, findings, host, storeRecords, ctx, coverage } = await setUp();
    await importInventory(host, [A, ...kernels(20)]);
    storeRecords('osv-debian', [HOLE_OF_A, ...HOLES_OF_LINUX.slice(0, 10)]);
    await ctx.vulnerabilities.rematchFleet();
    expect(findings(host)).toHaveLength(201);
    expect(await coverage()).toMatchObject({ state: 'matched' });
  });
});
