import { describe, expect, it } from 'vitest';
import { openSqlite } from '../../../src/database/sqlite.js';
import { range, record } from '../../support/stored-records.js';
import { testApp } from '../../support/app.js';
import { vulnerable } from '../../support/vulnerable.js';

const cve = (n: number, name: string, fixed: string | null) =>
  record(`DEBIAN-CVE-2024-${n}`, {
    title: `Hole ${n}`,
    severity: 'high',
    ranges: [range(name, fixed)],
  });

async function fleet(count: number) {
  const app = await vulnerable();
  const hosts: number[] = [];
  for (let n = 1; n <= count; n += 1) hosts.push(await app.host(`10.0.0.${n}`));
  for (const [n, host] of hosts.entries())
    await app.report(host, [
      { name: 'a', version: String(n + 1) },
      { name: 'b', version: '1' },
    ]);
  return {
    ...app,
    hosts,
    all: () => hosts.map((host) => app.findings(host)),
    judgeFleet: app.ctx.vulnerabilities.rematchFleet,
  };
}

describe('the fleet', () => {
  it('is judged again when the knowledge changes, without touching a host', async () => {
    const { learn, judgeFleet, all, rows } = await fleet(3);
    learn('osv-debian', [cve(1, 'a', '3'), cve(2, 'b', null)]);
    expect(all()).toEqual([[], [], []]);
    await judgeFleet();
    expect(all()).toEqual([
      ['CVE-2024-1 a 1 → 3', 'CVE-2024-2 b 1 → -'],
      ['CVE-2024-1 a 2 → 3', 'CVE-2024-2 b 1 → -'],
      ['CVE-2024-2 b 1 → -'],
    ]);
    learn('osv-debian', [cve(1, 'a', '2')]);
    await judgeFleet();
    expect(all()).toEqual([['CVE-2024-1 a 1 → 2'], [], []]);
    expect(rows('SELECT DISTINCT generation FROM host_judgements')).toEqual([{ generation: 2 }]);
  });

  it('is judged by its services too', async () => {
    const { learn, judgeFleet, findings, hosts, rows, ctx } = await fleet(1);
    ctx.database.sqlite
      .prepare(
        "INSERT INTO services (host_id, port, transport, state, service, product, version, cpe, details, confidence, first_seen, last_seen) VALUES (?, 22, 'tcp', 'open', 'ssh', 'OpenSSH', '9.2', 'cpe:2.3:a:openbsd:openssh:9.2:*:*:*:*:*:*:*', '{}', 'confirmed', 0, 0)",
      )
      .run(hosts[0]);
    learn('nvd', [
      record('CVE-2023-1', {
        ranges: [
          range('openbsd:openssh', '9.3', {
            affectedPackage: { ecosystem: 'cpe:a', kind: 'cpe', name: 'openbsd:openssh' },
            order: 'generic',
          }),
        ],
      }),
    ]);
    await judgeFleet();
    expect(findings(hosts[0] ?? 0)).toEqual(['CVE-2023-1 22 9.2 → 9.3']);
    learn('nvd', []);
    await judgeFleet();
    expect(rows('SELECT * FROM host_findings')).toEqual([]);
  });

  it('hears of new scores and titles, which change no finding', async () => {
    const { learn, judgeFleet, rows, ctx } = await fleet(1);
    learn('osv-debian', [cve(1, 'a', '3')]);
    await judgeFleet();
    const before = rows('SELECT * FROM host_findings');
    learn('nvd', [record('CVE-2024-1', { title: 'The better title', cvssScore: 9.9 })]);
    const sqlite = openSqlite(ctx.knowledge.file);
    sqlite.exec(
      "INSERT INTO epss VALUES ('CVE-2024-1', 0.97, 0.999); INSERT INTO kev VALUES ('CVE-2024-1', '2024-05-01', '2024-05-22', 1); INSERT INTO generations (feed, version, at) VALUES ('epss', '2026-08-16T00:00:00Z', 1)",
    );
    sqlite.close();
    await judgeFleet();
    expect(rows('SELECT * FROM host_findings')).toEqual(before);
    expect(rows('SELECT title, cvss_score, epss, kev FROM vulnerabilities')).toEqual([
      {
        title: 'The better title',
        cvss_score: 9.9,
        epss: '{"score":0.97,"percentile":0.999,"date":"2026-08-16"}',
        kev: '{"date_added":"2024-05-01","due_date":"2024-05-22","ransomware":true}',
      },
    ]);
  });

  it('goes on after a restart', async () => {
    const { learn, dir, ctx } = await fleet(2);
    learn('osv-debian', [cve(1, 'b', null)]);
    await ctx.close();
    const again = await testApp({ dir });
    await again.ctx.vulnerabilities.rematchFleet();
    expect(
      again.ctx.database.sqlite.prepare('SELECT count(*) FROM host_findings').pluck().get(),
    ).toBe(2);
  });

  it('takes hosts whose inventory comes meanwhile', async () => {
    const { learn, judgeFleet, report, all, hosts } = await fleet(3);
    learn('osv-debian', [cve(1, 'b', '2')]);
    await Promise.all([
      judgeFleet(),
      report(hosts[1] ?? 0, [{ name: 'b', version: '2' }]),
      judgeFleet(),
    ]);
    expect(all()).toEqual([['CVE-2024-1 b 1 → 2'], [], ['CVE-2024-1 b 1 → 2']]);
  });

  it('keeps what it has when the knowledge cannot be read', async () => {
    const { learn, judgeFleet, all, ctx } = await fleet(1);
    learn('osv-debian', [cve(1, 'b', '2')]);
    await judgeFleet();
    ctx.knowledge.close();
    await expect(judgeFleet()).rejects.toThrow('cannot be read');
    expect(all()).toEqual([['CVE-2024-1 b 1 → 2']]);
  });
});
