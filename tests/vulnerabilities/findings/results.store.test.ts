import { describe, expect, it } from 'vitest';
import { writeTransaction } from '../../../src/database/write-transaction.js';
import type { CheckResult } from '../../../src/pentest/checks/check.js';
import type { FoundService } from '../../../src/pentest/service.js';
import type { HostResult } from '../../../src/tasks/task-type.js';
import { decodeIdSet } from '../../../src/vulnerabilities/findings/id-set.js';
import { addTask } from '../../support/engine.js';
import { range, record } from '../../support/stored-records.js';
import { service } from '../../support/services.js';
import { shortly, vulnerable } from '../../support/vulnerable.js';

const ssh = (version: string | null, more: Partial<FoundService> = {}) =>
  service(22, {
    service: 'ssh',
    product: 'OpenSSH',
    version,
    cpe: version && `cpe:2.3:a:openbsd:openssh:${version}:*:*:*:*:*:*:*`,
    ...more,
  });
const HOLE = record('CVE-2023-1', {
  severity: 'high',
  ranges: [
    range('openbsd:openssh', '9.3', {
      affectedPackage: { ecosystem: 'cpe:a', kind: 'cpe', name: 'openbsd:openssh' },
      order: 'generic',
    }),
  ],
});
const telnet = (result: CheckResult['result']): CheckResult => ({
  id: 'telnet-open',
  port: 23,
  transport: 'tcp',
  result,
  evidence: result === 'weak' ? 'login:' : null,
});

async function scanned() {
  const app = await vulnerable();
  const { ctx } = app;
  const host = await app.host('10.0.0.1');
  app.learn('nvd', [HOLE]);
  const store = async (result: Partial<HostResult>, ip = '10.0.0.1') => {
    app.clock.advance(10);
    const taskId = await addTask(ctx.database, [host]);
    await writeTransaction(ctx.database, () =>
      ctx.vulnerabilities.storeFindings(
        {
          taskId,
          hostId: host,
          isKnown: ip === '10.0.0.1',
          result: { outcome: 'done', ...result },
        },
        app.clock.now(),
      ),
    );
    return taskId;
  };
  const scan = (looked_at: number[], services: FoundService[], checks: CheckResult[] = []) =>
    store({ scan: { looked_at, services, checks } });
  const result = (taskId: number) => {
    const [row] = app.rows<{
      kind: string;
      observed_at: number;
      generation: number;
      scopes: string;
      state: Buffer | null;
      facts: Buffer;
    }>(
      `SELECT r.kind, r.observed_at - 1790000000 AS observed_at, r.generation, r.scopes, s.numbers AS state, f.numbers AS facts
      FROM task_results r JOIN number_sets f ON f.id = r.facts_id LEFT JOIN number_sets s ON s.id = r.state_id WHERE r.task_id = ?`,
      taskId,
    );
    if (!row) return null;
    const facts = decodeIdSet(row.facts).map((id) =>
      shortly(
        app.rows<Parameters<typeof shortly>[0]>(
          'SELECT * FROM facts WHERE id = ?',
          id,
        )[0] as Parameters<typeof shortly>[0],
      ),
    );
    return { ...row, state: row.state && decodeIdSet(row.state).length, facts };
  };
  return { ...app, host, store, scan, result };
}

describe('what a task found in packages', () => {
  it('is kept whole, with the knowledge that it was judged by', async () => {
    const { host, report, learn, store, result, rows } = await scanned();
    learn('osv-debian', [record('DEBIAN-CVE-2024-1', { ranges: [range('a', '2')] })]);
    await report(host, [
      { name: 'a', version: '1' },
      { name: 'b', version: '1' },
    ]);
    const first = await store({ packages: true });
    await report(host, [{ name: 'a', version: '2' }]);
    const second = await store({ packages: true });
    expect(result(first)).toEqual({
      kind: 'packages',
      observed_at: 10,
      generation: 2,
      scopes: '["Debian:12"]',
      state: 2,
      facts: ['CVE-2024-1 a 1 → 2'],
    });
    expect(result(second)).toMatchObject({ state: 1, facts: [] });
    expect(rows('SELECT name, version, kept FROM packages ORDER BY name, version')).toEqual([
      { name: 'a', version: '1', kept: 1 },
      { name: 'a', version: '2', kept: 1 },
      { name: 'b', version: '1', kept: 1 },
    ]);
  });

  it('is nothing where what is known is of other packages, since these could not be judged', async () => {
    const { host, report, store, result, rows } = await scanned();
    await report(host, [{ name: 'a', version: '1' }]);
    rows("UPDATE host_judgements SET state = x'' WHERE host_id = ? RETURNING 1", host);
    expect(result(await store({ packages: true }))).toBeNull();
  });

  it('takes one set where two tasks found the same', async () => {
    const { host, report, store, rows } = await scanned();
    await report(host, [{ name: 'a', version: '1' }]);
    await store({ packages: true });
    const sets = rows('SELECT id FROM number_sets').length;
    await store({ packages: true });
    expect(rows('SELECT id FROM number_sets')).toHaveLength(sets);
  });

  it.each([
    ['unreachable', {}],
    ['done', {}],
  ] as const)('is nothing where the outcome is %s without packages', async (outcome, more) => {
    const { store, result } = await scanned();
    expect(result(await store({ outcome, ...more }))).toBeNull();
  });

  it('names the packages that a sweep must leave', async () => {
    const { host, report, store, ctx, rows } = await scanned();
    await report(host, [{ name: 'a', version: '1' }]);
    await store({ packages: true });
    ctx.database.sqlite.exec('DELETE FROM hosts');
    await ctx.inventories.gc();
    expect(rows('SELECT name FROM packages')).toEqual([{ name: 'a' }]);
  });
});

describe('what a scan found', () => {
  it('is kept with its services and checks, and stands against the host', async () => {
    const { scan, result, findings, host, rows } = await scanned();
    const id = await scan(
      [22, 23],
      [ssh('9.2'), service(23, { service: 'telnet' })],
      [telnet('weak')],
    );
    expect(result(id)).toEqual({
      kind: 'ports',
      observed_at: 10,
      generation: 1,
      scopes: '[]',
      state: null,
      facts: ['CVE-2023-1 22 9.2 → 9.3', 'telnet-open 23'],
    });
    expect(findings(host)).toEqual(['CVE-2023-1 22 9.2 → 9.3', 'telnet-open 23']);
    expect(rows('SELECT origin, confidence, feed FROM facts ORDER BY origin')).toEqual([
      { origin: 'check', confidence: 'confirmed', feed: null },
      { origin: 'service', confidence: 'version-based', feed: 'nvd' },
    ]);
  });

  it.each([
    ['goes with its port', [22, 23], [], [], []],
    ['goes with a newer version', [22], [ssh('9.3')], [], ['telnet-open 23']],
    [
      'goes when the check says fine',
      [22, 23],
      [ssh('9.2'), service(23)],
      [telnet('fine')],
      ['CVE-2023-1 22 9.2 → 9.3'],
    ],
    [
      'stays where its port was not looked at',
      [80],
      [],
      [],
      ['CVE-2023-1 22 9.2 → 9.3', 'telnet-open 23'],
    ],
    [
      'stays when the service tells less than before',
      [22],
      [ssh(null)],
      [],
      ['CVE-2023-1 22 9.2 → 9.3', 'telnet-open 23'],
    ],
    [
      'stays when the service was not understood',
      [22],
      [service(22)],
      [],
      ['CVE-2023-1 22 9.2 → 9.3', 'telnet-open 23'],
    ],
    [
      'stays when the check could not tell',
      [22, 23],
      [ssh('9.2'), service(23)],
      [telnet('unknown')],
      ['CVE-2023-1 22 9.2 → 9.3', 'telnet-open 23'],
    ],
    [
      'stays when the check was not run',
      [22, 23],
      [ssh('9.2'), service(23)],
      [],
      ['CVE-2023-1 22 9.2 → 9.3', 'telnet-open 23'],
    ],
  ] as const)('%s', async (_what, looked, services, checks, expected) => {
    const { ctx, scan, findings, host } = await scanned();
    const first = [ssh('9.2'), service(23, { service: 'telnet' })];
    await scan([22, 23], first, [telnet('weak')]);
    for (const s of first)
      ctx.database.sqlite
        .prepare(
          "INSERT INTO services (host_id, port, transport, state, service, product, version, details, confidence, first_seen, last_seen) VALUES (?, ?, 'tcp', 'open', ?, ?, ?, '{}', 'confirmed', 0, 0)",
        )
        .run(host, s.port, s.service, s.product, s.version);
    await scan([...looked], [...services], [...checks]);
    expect(findings(host)).toEqual(expected);
  });

  it('keeps since when it is there, and when a check last saw it', async () => {
    const { scan, rows } = await scanned();
    for (const version of ['9.1', '9.2', '9.2'])
      await scan([22, 23], [ssh(version), service(23)], [telnet('weak')]);
    expect(
      rows(
        'SELECT origin, first_seen - 1790000000 AS first FROM host_findings JOIN facts ON id = fact_id ORDER BY 1',
      ),
    ).toEqual([
      { origin: 'check', first: 10 },
      { origin: 'service', first: 10 },
    ]);
    expect(
      rows(
        "SELECT last_seen - 1790000000 AS last FROM host_findings JOIN facts ON id = fact_id WHERE origin = 'check'",
      ),
    ).toEqual([{ last: 30 }]);
  });

  it('of a host that has another address now is kept with the task alone', async () => {
    const { store, result, findings, host } = await scanned();
    expect(
      result(await store({ scan: { looked_at: [22], services: [ssh('9.2')] } }, '10.0.0.99')),
    ).toMatchObject({ facts: ['CVE-2023-1 22 9.2 → 9.3'] });
    expect(findings(host)).toEqual([]);
  });
});
