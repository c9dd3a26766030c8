import { describe, expect, it } from 'vitest';
import type { Fact } from '../../../src/vulnerabilities/facts.js';
import { range, record } from '../../support/stored-records.js';
import { setUpFleet } from '../../support/fleet.js';

const cve = (n: number, name: string, fixed: string | null) =>
  record(`DEBIAN-CVE-2024-${n}`, { title: `Hole ${n}`, ranges: [range(name, fixed)] });

const SEEN = 'looked 1790000000 80 0\n';
const PARTLY = 'looked 1790000000 3 77\n';
const holder = (name: string, unit = 'ssh.service') =>
  `old\t${name}\tamd64\t${unit}\troot\tsshd\t2\n`;

async function setUp() {
  const app = await setUpFleet();
  const host = await app.addHost('10.0.0.1');
  app.storeRecords('osv-debian', [cve(1, 'libssl3', '2'), cve(2, 'libssl3', '9')]);
  /** the open findings of the host, and whether old code runs */
  const report = async (version: string | null, look: string | null, more = {}) => {
    const packages = [{ name: 'bash', version: '5' }];
    await app.importInventory(
      host,
      version === null ? packages : [...packages, { name: 'libssl3', version }],
      { ...(look !== null && { 'old-code': look }), ...more },
    );
    return app
      .rows<Pick<Fact, 'vulnerability_id' | 'installed_version'> & { basis: string }>(
        'SELECT k.vulnerability_id, k.installed_version, k.basis FROM host_findings f JOIN facts k ON k.id = f.fact_id ORDER BY 1',
      )
      .map(({ vulnerability_id, installed_version, basis }) => {
        const { runs_old_code: old, processes } = JSON.parse(basis) as Fact['basis'];
        const holders = processes ? ` ${processes.version} ${processes.holders.join()}` : '';
        const doubt = processes?.unseen ? '?' : '';
        return `${vulnerability_id.slice(-1)} ${installed_version ?? '-'}${old ? ` ${old}${holders}${doubt}` : ''}`;
      });
  };
  return { ...app, host, report };
}

describe('a vulnerability of a replaced package', () => {
  it('stays open while a process runs the files from before', async () => {
    const { report } = await setUp();
    expect(await report('1', SEEN)).toEqual(['1 1', '2 1']);
    const old = ['1 2 processes 1 ssh.service', '2 2'];
    expect(await report('2', SEEN + holder('libssl3'))).toEqual(old);
    expect(await report('2', SEEN + holder('libssl3'))).toEqual(old);
    expect(await report('2', SEEN)).toEqual(['2 2']);
  });

  it('stays open while a process runs files that a package with another name has now', async () => {
    const { report } = await setUp();
    await report('1', SEEN);
    const renamed = (look: string) =>
      report(null, look, {
        dpkg: 'bash\t5\tamd64\tbash\t5\tii \t9\nlibssl3t64\t2\tamd64\tlibssl3\t2\tii \t9\n',
        removed: 'libssl3\n',
      });
    const old = '1 - processes 1 ssh.service';
    expect(await renamed(SEEN + holder('libssl3t64'))).toContain(old);
    expect(await renamed(SEEN + holder('libssl3t64'))).toContain(old);
    expect(await renamed(SEEN + holder('bash'))).not.toContain(old);
  });

  it('is fixed at once if no process runs the files from before', async () => {
    const { report } = await setUp();
    await report('1', SEEN);
    expect(await report('2', SEEN + holder('bash'))).toEqual(['2 2']);
  });

  it('is fixed by the upgrade on a host where no processes are inspected', async () => {
    const { report } = await setUp();
    await report('1', null);
    expect(await report('2', null)).toEqual(['2 2']);
  });

  it('stays open if the inspection is older than the upgrade, and until a whole inspection', async () => {
    const { report } = await setUp();
    await report('1', SEEN);
    const unknown = ['1 2 processes 1 ?', '2 2'];
    expect(await report('2', `${SEEN}outdated\n`)).toEqual(unknown);
    expect(await report('2', null)).toEqual(unknown);
    expect(await report('2', PARTLY)).toEqual(unknown);
    expect(await report('2', SEEN)).toEqual(['2 2']);
  });

  it('stays open if an upgrade is first reported by a login that does not see all processes', async () => {
    const { report } = await setUp();
    await report('1', SEEN);
    const unknown = ['1 2 processes 1 ?', '2 2'];
    expect(await report('2', PARTLY)).toEqual(unknown);
    expect(await report('2', null)).toEqual(unknown);
    expect(await report('2', SEEN + holder('libssl3'))).toEqual([
      '1 2 processes 1 ssh.service',
      '2 2',
    ]);
  });

  it('is fixed by the upgrade where all processes were last inspected a week ago', async () => {
    const { report, clock } = await setUp();
    await report('1', SEEN);
    clock.advance(8 * 86_400);
    const uptime = '9000000.00 1.00\n';
    expect(await report('2', PARTLY, { uptime })).toEqual(['2 2']);
  });

  it('is fixed by the upgrade although a process runs a file of no package', async () => {
    const { report } = await setUp();
    await report('1', SEEN);
    await report('2', SEEN + holder('libssl3'));
    const unowned = `${SEEN}unowned\t/usr/lib/own.so\t-\t-\troot\town\t1\n`;
    expect(await report('2', unowned)).toEqual(['2 2']);
  });

  it('stays open if the inspection of the report failed', async () => {
    const { report } = await setUp();
    await report('1', SEEN);
    expect(await report('2', SEEN, { failed: 'old-code 2\n' })).toEqual([
      '1 2 processes 1 ?',
      '2 2',
    ]);
  });

  it('ends with a restart of the host, also where no processes are inspected', async () => {
    const { report, clock } = await setUp();
    await report('1', SEEN);
    await report('2', SEEN + holder('libssl3'));
    clock.advance(3600);
    expect(await report('2', null, { uptime: '600.00 1.00\n' })).toEqual(['2 2']);
  });

  it('is of every version since the process started', async () => {
    const { report, storeRecords } = await setUp();
    storeRecords('osv-debian', [cve(1, 'libssl3', '2'), cve(2, 'libssl3', '3')]);
    await report('1', SEEN);
    await report('2', SEEN + holder('libssl3'));
    expect(await report('3', SEEN + holder('libssl3'))).toEqual([
      '1 3 processes 1 ssh.service',
      '2 3 processes 1 ssh.service',
    ]);
    expect(await report('3', SEEN)).toEqual([]);
  });

  it('is not invented for a host first seen with old processes', async () => {
    const { report } = await setUp();
    expect(await report('2', SEEN + holder('libssl3'))).toEqual(['2 2']);
  });

  it('stays open after the removal of the package while a process runs files of no package', async () => {
    const { report } = await setUp();
    await report('1', SEEN);
    const unowned = `${SEEN}unowned\t/usr/lib/libcrypto.so.1.1\t-\tssh.service\troot\tsshd\t1\n`;
    expect(await report(null, unowned)).toEqual(['1 - processes 1 ?', '2 - processes 1 ?']);
    expect(await report(null, SEEN)).toEqual([]);
  });

  it('is found in new data while the old code runs', async () => {
    const { report, storeRecords, ctx, rows } = await setUp();
    await report('1', SEEN);
    await report('2', SEEN + holder('libssl3'));
    storeRecords('osv-debian', [cve(1, 'libssl3', '2'), cve(3, 'libssl3', '1.5')]);
    await ctx.vulnerabilities.rematchFleet();
    const found = rows<{ id: string }>(
      'SELECT k.vulnerability_id AS id FROM host_findings f JOIN facts k ON k.id = f.fact_id ORDER BY 1',
    );
    expect(found.map(({ id }) => id)).toEqual(['CVE-2024-1', 'CVE-2024-3']);
    expect(await report('2', SEEN)).toEqual([]);
  });
});
