import { describe, expect, it } from 'vitest';
import { SOURCE_PRECEDENCE } from '../../../src/knowledge/records.js';
import { RULES_VERSION } from '../../../src/vulnerabilities/rules-version.js';
import { range, record } from '../../support/stored-records.js';
import { setUpFleet } from '../../support/fleet.js';

const cve = (n: number, name: string, fixed: string | null, more = {}) =>
  record(`DEBIAN-CVE-2024-${n}`, {
    title: `Hole ${n}`,
    severity: 'high',
    ranges: [range(name, fixed)],
    ...more,
  });

async function setUp() {
  const app = await setUpFleet();
  const host = await app.addHost('10.0.0.1');
  const stamps = () =>
    app.rows<{ vulnerability_id: string; first_seen: number }>(
      'SELECT k.vulnerability_id, f.first_seen - 1790000000 AS first_seen FROM host_findings f JOIN facts k ON k.id = f.fact_id ORDER BY 1',
    );
  return { ...app, host, stamps };
}

describe('findings of a host', () => {
  it('are stored with its inventory', async () => {
    const { host, importInventory, storeRecords, findings } = await setUp();
    storeRecords('osv-debian', [cve(1, 'a', '2'), cve(2, 'a', null), cve(3, 'b', '2')]);
    await importInventory(host, [
      { name: 'a', version: '1' },
      { name: 'b', version: '2' },
    ]);
    expect(findings(host)).toEqual(['CVE-2024-1 a 1 → 2', 'CVE-2024-2 a 1 → -']);
  });

  it('are removed after an upgrade or a removal, and added for a new package', async () => {
    const { host, importInventory, storeRecords, findings } = await setUp();
    storeRecords('osv-debian', [cve(1, 'a', '2'), cve(3, 'b', '2'), cve(4, 'c', '2')]);
    await importInventory(host, [
      { name: 'a', version: '1' },
      { name: 'b', version: '1' },
    ]);
    await importInventory(host, [
      { name: 'a', version: '2' },
      { name: 'c', version: '1' },
    ]);
    expect(findings(host)).toEqual(['CVE-2024-4 c 1 → 2']);
  });

  it('keep their first_seen across new versions and new vulnerability data', async () => {
    const { host, importInventory, storeRecords, stamps, findings } = await setUp();
    storeRecords('osv-debian', [cve(1, 'a', '3'), cve(2, 'a', '2')]);
    await importInventory(host, [{ name: 'a', version: '1' }]);
    await importInventory(host, [{ name: 'a', version: '1.5' }]);
    expect(stamps()).toEqual([
      { vulnerability_id: 'CVE-2024-1', first_seen: 10 },
      { vulnerability_id: 'CVE-2024-2', first_seen: 10 },
    ]);
    storeRecords('osv-debian', [cve(1, 'a', '4'), cve(5, 'a', '2')]);
    await importInventory(host, [{ name: 'a', version: '1.5' }]);
    expect(findings(host)).toEqual(['CVE-2024-1 a 1.5 → 4', 'CVE-2024-5 a 1.5 → 2']);
    expect(stamps()).toEqual([
      { vulnerability_id: 'CVE-2024-1', first_seen: 10 },
      { vulnerability_id: 'CVE-2024-5', first_seen: 30 },
    ]);
  });

  it('are matched again by a program with other rules, for the same report', async () => {
    const { host, importInventory, storeRecords, findings, rows, ctx } = await setUp();
    storeRecords('osv-debian', [cve(1, 'a', '2')]);
    await importInventory(host, [{ name: 'a', version: '1' }]);
    ctx.database.sqlite.exec('DELETE FROM host_findings; UPDATE host_match_states SET rules = 0');
    await importInventory(host, [{ name: 'a', version: '1' }]);
    expect(findings(host)).toEqual(['CVE-2024-1 a 1 → 2']);
    expect(rows('SELECT rules FROM host_match_states')).toEqual([{ rules: RULES_VERSION }]);
  });

  it('are kept if a report has no package list', async () => {
    const { host, importInventory, storeRecords, findings, rows } = await setUp();
    storeRecords('osv-debian', [cve(1, 'a', '2')]);
    await importInventory(host, [{ name: 'a', version: '1' }]);
    await importInventory(host, null);
    expect(findings(host)).toEqual(['CVE-2024-1 a 1 → 2']);
    expect(rows('SELECT read_at - 1790000000 AS read_at FROM host_match_states')).toEqual([
      { read_at: 10 },
    ]);
  });

  it('are kept if a report does not identify the system', async () => {
    const { host, importInventory, storeRecords, findings } = await setUp();
    storeRecords('osv-debian', [cve(1, 'a', '2')]);
    await importInventory(host, [{ name: 'a', version: '1' }]);
    await importInventory(host, [{ name: 'a', version: '1' }], { 'os-release': '' });
    expect(findings(host)).toEqual(['CVE-2024-1 a 1 → 2']);
  });

  it('follow the ecosystem of an upgraded system', async () => {
    const { host, importInventory, storeRecords, findings } = await setUp();
    storeRecords('osv-debian', [cve(1, 'a', '2')]);
    await importInventory(host, [{ name: 'a', version: '1' }]);
    await importInventory(host, [{ name: 'a', version: '1' }], {
      'os-release': 'ID=debian\nVERSION_ID=13\n',
    });
    expect(findings(host)).toEqual([]);
  });

  it('distinguish an installed kernel from the running one', async () => {
    const { host, importInventory, storeRecords, rows } = await setUp();
    storeRecords('osv-debian', [cve(1, 'linux', null)]);
    const kernel = (release: string, version: string) =>
      `linux-image-${release}\t${version}\tamd64\tlinux-signed-amd64\t${version.replace('-', '+')}\tii \t1\n`;
    const basis = () =>
      rows<{ basis: string; package: string }>(
        'SELECT package, basis FROM host_findings JOIN facts ON id = fact_id ORDER BY 1',
      ).map((f) => [
        f.package,
        (JSON.parse(f.basis) as { not_running?: boolean }).not_running ?? false,
      ]);
    const dpkg = kernel('6.1.0-28-amd64', '6.1.119-1') + kernel('6.1.0-30-amd64', '6.1.124-1');
    await importInventory(host, null, { dpkg });
    expect(basis()).toEqual([
      ['linux-image-6.1.0-28-amd64', false],
      ['linux-image-6.1.0-30-amd64', true],
    ]);
    await importInventory(host, null, { dpkg, uname: 'Linux 6.1.0-30-amd64 #1 SMP x86_64\n' });
    expect(basis()).toEqual([
      ['linux-image-6.1.0-28-amd64', true],
      ['linux-image-6.1.0-30-amd64', false],
    ]);
  });

  it('of a running kernel stay until another one runs', async () => {
    const { host, importInventory, storeRecords, findings, rows } = await setUp();
    storeRecords('osv-debian', [cve(1, 'linux', '6.1.124-1')]);
    const report = (installed: string, running: string) =>
      importInventory(host, null, {
        dpkg: `linux-image-6.1.0-28-amd64\t${installed}\tamd64\tlinux-signed-amd64\t${installed}\tii \t1\n`,
        uname: `Linux 6.1.0-28-amd64 #1 SMP Debian ${running} (2024-11-22) x86_64\n`,
      });
    const old = () => rows("SELECT 1 FROM facts WHERE basis LIKE '%runs_old_code%'").length;
    const name = 'CVE-2024-1 linux-image-6.1.0-28-amd64';
    await report('6.1.119-1', '6.1.119-1');
    expect([findings(host), old()]).toEqual([[`${name} 6.1.119-1 → 6.1.124-1`], 0]);
    await report('6.1.124-1', '6.1.119-1');
    expect([findings(host), old()]).toEqual([[`${name} 6.1.124-1 → 6.1.124-1`], 1]);
    await report('6.1.124-1', '6.1.124-1');
    expect(findings(host)).toEqual([]);
  });

  it('of a kernel with live patches say that these may fix them, and stay', async () => {
    const { host, importInventory, storeRecords, findings, rows } = await setUp();
    storeRecords('osv-debian', [cve(1, 'linux', '6.1.124-1')]);
    const dpkg =
      'linux-image-6.1.0-28-amd64\t6.1.119-1\tamd64\tlinux-signed-amd64\t6.1.119-1\tii \t1\n';
    const uname = 'Linux 6.1.0-28-amd64 #1 SMP Debian 6.1.119-1 (2024-11-22) x86_64\n';
    const live = (names: string) =>
      importInventory(host, null, { dpkg, uname, 'live-patches': names });
    const patches = () =>
      rows<{ names: string | null }>(
        "SELECT basis ->> '$.live_patches' AS names FROM host_findings JOIN facts ON id = fact_id",
      );
    await live('');
    expect(patches()).toEqual([{ names: null }]);
    await live('kpatch_1\n');
    expect(patches()).toEqual([{ names: '["kpatch_1"]' }]);
    expect(findings(host)).toEqual(['CVE-2024-1 linux-image-6.1.0-28-amd64 6.1.119-1 → 6.1.124-1']);
  });

  it('share their facts with other hosts', async () => {
    const { host, importInventory, storeRecords, rows, addHost } = await setUp();
    storeRecords('osv-debian', [cve(1, 'a', '2')]);
    const other = await addHost('10.0.0.2');
    for (const id of [host, other]) await importInventory(id, [{ name: 'a', version: '1' }]);
    expect([
      rows('SELECT 1 FROM facts').length,
      rows('SELECT 1 FROM host_findings').length,
    ]).toEqual([1, 2]);
  });

  it('are stored with the summaries of their vulnerabilities', async () => {
    const { host, importInventory, storeRecords, rows } = await setUp();
    storeRecords('osv-debian', [
      cve(1, 'a', '2', { cvssScore: 8.1, cvssVector: 'CVSS:3.1/x', aliases: ['GHSA-1'] }),
      record('DSA-1-1', {
        rank: SOURCE_PRECEDENCE.advisory,
        vulnerabilities: ['CVE-2024-9'],
        ranges: [range('a', '3')],
      }),
    ]);
    await importInventory(host, [{ name: 'a', version: '1' }]);
    expect(rows('SELECT * FROM vulnerabilities ORDER BY id')).toEqual([
      {
        id: 'CVE-2024-1',
        title: 'Hole 1',
        aliases: '["GHSA-1"]',
        cvss_score: 8.1,
        cvss_vector: 'CVSS:3.1/x',
        epss: null,
        kev: null,
        exploitation: null,
      },
      {
        id: 'CVE-2024-9',
        title: 'CVE-2024-9',
        aliases: '[]',
        cvss_score: null,
        cvss_vector: null,
        epss: null,
        kev: null,
        exploitation: null,
      },
    ]);
  });

  it('are kept if the vulnerability database cannot be read, and the inventory is stored anyway', async () => {
    const { host, importInventory, storeRecords, findings, ctx, rows } = await setUp();
    storeRecords('osv-debian', [cve(1, 'a', '2')]);
    await importInventory(host, [{ name: 'a', version: '1' }]);
    ctx.knowledge.close();
    await importInventory(host, [{ name: 'a', version: '2' }]);
    expect(findings(host)).toEqual(['CVE-2024-1 a 1 → 2']);
    expect(rows('SELECT version FROM host_packages JOIN packages ON id = package_id')).toEqual([
      { version: '2' },
    ]);
  });
});
