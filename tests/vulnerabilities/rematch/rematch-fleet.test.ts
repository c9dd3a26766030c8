import { describe, expect, it } from 'vitest';
import { openSqlite } from '../../../src/database/sqlite.js';
import { RULES_VERSION } from '../../../src/vulnerabilities/rules-version.js';
import { range, record } from '../../support/stored-records.js';
import { testApp } from '../../support/app.js';
import { setUpFleet } from '../../support/fleet.js';

const cve = (n: number, name: string, fixed: string | null) =>
  record(`DEBIAN-CVE-2024-${n}`, {
    title: `Hole ${n}`,
    severity: 'high',
    ranges: [range(name, fixed)],
  });

async function setUp(count: number) {
  const app = await setUpFleet();
  const hosts: number[] = [];
  for (let n = 1; n <= count; n += 1) hosts.push(await app.addHost(`10.0.0.${n}`));
  for (const [n, host] of hosts.entries())
    await app.importInventory(host, [
      { name: 'a', version: String(n + 1) },
      { name: 'b', version: '1' },
    ]);
  return {
    ...app,
    hosts,
    all: () => hosts.map((host) => app.findings(host)),
    rematchFleet: app.ctx.vulnerabilities.rematchFleet,
  };
}

describe('rematch of the fleet', () => {
  it('updates findings after a data update, without contacting a host', async () => {
    const { storeRecords, rematchFleet, all, rows } = await setUp(3);
    storeRecords('osv-debian', [cve(1, 'a', '3'), cve(2, 'b', null)]);
    expect(all()).toEqual([[], [], []]);
    await rematchFleet();
    expect(all()).toEqual([
      ['CVE-2024-1 a 1 → 3', 'CVE-2024-2 b 1 → -'],
      ['CVE-2024-1 a 2 → 3', 'CVE-2024-2 b 1 → -'],
      ['CVE-2024-2 b 1 → -'],
    ]);
    storeRecords('osv-debian', [cve(1, 'a', '2')]);
    await rematchFleet();
    expect(all()).toEqual([['CVE-2024-1 a 1 → 2'], [], []]);
    expect(rows('SELECT DISTINCT generation FROM host_match_states')).toEqual([{ generation: 2 }]);
  });

  it('matches all hosts again after an upgrade that changed the rules', async () => {
    const { storeRecords, rematchFleet, all, rows, ctx } = await setUp(3);
    storeRecords('osv-debian', [cve(1, 'a', '3')]);
    await rematchFleet();
    const found = [['CVE-2024-1 a 1 → 3'], ['CVE-2024-1 a 2 → 3'], []];
    expect(all()).toEqual(found);
    ctx.database.sqlite.exec('DELETE FROM host_findings'); // as other rules had found
    await rematchFleet();
    expect(all()).toEqual([[], [], []]);
    ctx.database.sqlite.exec(`UPDATE host_match_states SET rules = ${RULES_VERSION - 1}`);
    await rematchFleet();
    expect(all()).toEqual(found);
    expect(rows('SELECT DISTINCT rules FROM host_match_states')).toEqual([
      { rules: RULES_VERSION },
    ]);
  });

  it('updates findings of services', async () => {
    const { storeRecords, rematchFleet, findings, hosts, rows, ctx } = await setUp(1);
    ctx.database.sqlite
      .prepare(
        "INSERT INTO services (host_id, port, transport, state, service, product, version, cpe, details, confidence, first_seen, last_seen) VALUES (?, 22, 'tcp', 'open', 'ssh', 'OpenSSH', '9.2', 'cpe:2.3:a:openbsd:openssh:9.2:*:*:*:*:*:*:*', '{}', 'confirmed', 0, 0)",
      )
      .run(hosts[0]);
    storeRecords('nvd', [
      record('CVE-2023-1', {
        ranges: [
          range('openbsd:openssh', '9.3', {
            affectedPackage: { ecosystem: 'cpe:a', kind: 'cpe', name: 'openbsd:openssh' },
            order: 'generic',
          }),
        ],
      }),
    ]);
    await rematchFleet();
    expect(findings(hosts[0] ?? 0)).toEqual(['CVE-2023-1 22 9.2 → 9.3']);
    storeRecords('nvd', []);
    await rematchFleet();
    expect(rows('SELECT * FROM host_findings')).toEqual([]);
  });

  it('updates scores and titles without changing a finding', async () => {
    const { storeRecords, rematchFleet, rows, ctx } = await setUp(1);
    storeRecords('osv-debian', [cve(1, 'a', '3')]);
    await rematchFleet();
    const before = rows('SELECT * FROM host_findings');
    storeRecords('nvd', [
      record('CVE-2024-1', { title: 'The better title', cvssScore: 9.9, exploitation: 'active' }),
    ]);
    const sqlite = openSqlite(ctx.knowledge.file);
    sqlite.exec(
      "INSERT INTO epss VALUES ('CVE-2024-1', 0.97, 0.999); INSERT INTO kev VALUES ('CVE-2024-1', '2024-05-01', '2024-05-22', 1); INSERT INTO generations (feed, version, at) VALUES ('epss', '2026-08-16T00:00:00Z', 1)",
    );
    sqlite.close();
    await rematchFleet();
    expect(rows('SELECT * FROM host_findings')).toEqual(before);
    expect(rows('SELECT title, cvss_score, exploitation, epss, kev FROM vulnerabilities')).toEqual([
      {
        title: 'The better title',
        cvss_score: 9.9,
        exploitation: 'active',
        epss: '{"score":0.97,"percentile":0.999,"date":"2026-08-16"}',
        kev: '{"date_added":"2024-05-01","due_date":"2024-05-22","ransomware":true}',
      },
    ]);
  });

  it('continues after a restart', async () => {
    const { storeRecords, dir, ctx } = await setUp(2);
    storeRecords('osv-debian', [cve(1, 'b', null)]);
    await ctx.close();
    const again = await testApp({ dir });
    await again.ctx.vulnerabilities.rematchFleet();
    expect(
      again.ctx.database.sqlite.prepare('SELECT count(*) FROM host_findings').pluck().get(),
    ).toBe(2);
  });

  it('includes hosts whose inventory is imported at the same time', async () => {
    const { storeRecords, rematchFleet, importInventory, all, hosts } = await setUp(3);
    storeRecords('osv-debian', [cve(1, 'b', '2')]);
    await Promise.all([
      rematchFleet(),
      importInventory(hosts[1] ?? 0, [{ name: 'b', version: '2' }]),
      rematchFleet(),
    ]);
    expect(all()).toEqual([['CVE-2024-1 b 1 → 2'], [], ['CVE-2024-1 b 1 → 2']]);
  });

  it('keeps all findings if the vulnerability database cannot be read', async () => {
    const { storeRecords, rematchFleet, all, ctx } = await setUp(1);
    storeRecords('osv-debian', [cve(1, 'b', '2')]);
    await rematchFleet();
    ctx.knowledge.close();
    await expect(rematchFleet()).rejects.toThrow('cannot be read');
    expect(all()).toEqual([['CVE-2024-1 b 1 → 2']]);
  });
});
