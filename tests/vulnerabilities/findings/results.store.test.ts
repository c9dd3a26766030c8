import { describe, expect, it } from 'vitest';
import { writeTransaction } from '../../../src/database/write-transaction.js';
import type { CheckResult } from '../../../src/pentest/checks/check.js';
import type { FoundService } from '../../../src/pentest/service.js';
import type { HostResult } from '../../../src/tasks/task-type.js';
import { decodeIdSet } from '../../../src/vulnerabilities/findings/id-set.js';
import { addTask } from '../../support/engine.js';
import { range, record } from '../../support/stored-records.js';
import { service } from '../../support/services.js';
import { summarize, setUpFleet } from '../../support/fleet.js';

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

async function setUp() {
  const app = await setUpFleet();
  const { ctx } = app;
  const host = await app.addHost('10.0.0.1');
  app.storeRecords('nvd', [HOLE]);
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
  const scan = (scanned_ports: number[], services: FoundService[], checks: CheckResult[] = []) =>
    store({ scan: { scanned_ports, services, checks } });
  const resultOf = (taskId: number) => {
    const [row] = app.rows<{
      kind: string;
      observed_at: number;
      generation: number;
      scopes: string;
      state: Buffer | null;
      facts: Buffer;
    }>(
      `SELECT r.kind, r.observed_at - 1790000000 AS observed_at, r.generation, r.scopes,
        s.numbers AS state, f.numbers AS facts
      FROM task_results r JOIN number_sets f ON f.id = r.facts_id LEFT JOIN number_sets s ON s.id = r.state_id WHERE r.task_id = ?`,
      taskId,
    );
    if (!row) return null;
    const facts = decodeIdSet(row.facts).map((id) =>
      summarize(
        app.rows<Parameters<typeof summarize>[0]>(
          'SELECT * FROM facts WHERE id = ?',
          id,
        )[0] as Parameters<typeof summarize>[0],
      ),
    );
    return { ...row, state: row.state && decodeIdSet(row.state).length, facts };
  };
  return { ...app, host, store, scan, resultOf };
}

describe('package result of a task', () => {
  it('is stored completely, with the generation it was matched with', async () => {
    const { host, importInventory, storeRecords, store, resultOf, rows } = await setUp();
    storeRecords('osv-debian', [record('DEBIAN-CVE-2024-1', { ranges: [range('a', '2')] })]);
    await importInventory(host, [
      { name: 'a', version: '1' },
      { name: 'b', version: '1' },
    ]);
    const first = await store({ packages: true });
    await importInventory(host, [{ name: 'a', version: '2' }]);
    const second = await store({ packages: true });
    expect(resultOf(first)).toEqual({
      kind: 'packages',
      observed_at: 10,
      generation: 2,
      scopes: '["Debian:12"]',
      state: 2,
      facts: ['CVE-2024-1 a 1 → 2'],
    });
    expect(resultOf(second)).toMatchObject({ state: 1, facts: [] });
    expect(rows('SELECT name, version, pinned FROM packages ORDER BY name, version')).toEqual([
      { name: 'a', version: '1', pinned: 1 },
      { name: 'a', version: '2', pinned: 1 },
      { name: 'b', version: '1', pinned: 1 },
    ]);
  });

  it('is not stored if the packages could not be matched', async () => {
    const { host, importInventory, store, resultOf, rows } = await setUp();
    await importInventory(host, [{ name: 'a', version: '1' }]);
    rows("UPDATE host_match_states SET state = x'' WHERE host_id = ? RETURNING 1", host);
    expect(resultOf(await store({ packages: true }))).toBeNull();
  });

  it('shares one id set with an equal result', async () => {
    const { host, importInventory, store, rows } = await setUp();
    await importInventory(host, [{ name: 'a', version: '1' }]);
    await store({ packages: true });
    const sets = rows('SELECT id FROM number_sets').length;
    await store({ packages: true });
    expect(rows('SELECT id FROM number_sets')).toHaveLength(sets);
  });

  it.each([
    ['unreachable', {}],
    ['done', {}],
  ] as const)('is not stored for the outcome %s without packages', async (outcome, more) => {
    const { store, resultOf } = await setUp();
    expect(resultOf(await store({ outcome, ...more }))).toBeNull();
  });

  it('protects its packages from garbage collection', async () => {
    const { host, importInventory, store, ctx, rows } = await setUp();
    await importInventory(host, [{ name: 'a', version: '1' }]);
    await store({ packages: true });
    ctx.database.sqlite.exec('DELETE FROM hosts');
    await ctx.inventories.gc();
    expect(rows('SELECT name FROM packages')).toEqual([{ name: 'a' }]);
  });
});

describe('scan result of a task', () => {
  it('is stored with matches of services and checks, and becomes the findings of the host', async () => {
    const { scan, resultOf, findings, host, rows } = await setUp();
    const id = await scan(
      [22, 23],
      [ssh('9.2'), service(23, { service: 'telnet' })],
      [telnet('weak')],
    );
    expect(resultOf(id)).toEqual({
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
    ['its port is closed', [22, 23], [], [], []],
    ['its service was upgraded', [22], [ssh('9.3')], [], ['telnet-open 23']],
    [
      'its check passes',
      [22, 23],
      [ssh('9.2'), service(23)],
      [telnet('fine')],
      ['CVE-2023-1 22 9.2 → 9.3'],
    ],
    ['its port was not scanned', [80], [], [], ['CVE-2023-1 22 9.2 → 9.3', 'telnet-open 23']],
    [
      'its service does not report a version',
      [22],
      [ssh(null)],
      [],
      ['CVE-2023-1 22 9.2 → 9.3', 'telnet-open 23'],
    ],
    [
      'its service was not identified',
      [22],
      [service(22)],
      [],
      ['CVE-2023-1 22 9.2 → 9.3', 'telnet-open 23'],
    ],
    [
      'its check is inconclusive',
      [22, 23],
      [ssh('9.2'), service(23)],
      [telnet('unknown')],
      ['CVE-2023-1 22 9.2 → 9.3', 'telnet-open 23'],
    ],
    [
      'its check was not run',
      [22, 23],
      [ssh('9.2'), service(23)],
      [],
      ['CVE-2023-1 22 9.2 → 9.3', 'telnet-open 23'],
    ],
  ] as const)(
    'keeps or removes each finding if %s',
    async (_what, looked, services, checks, expected) => {
      const { ctx, scan, findings, host } = await setUp();
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
    },
  );

  it('keeps first_seen, and updates last_seen of a check', async () => {
    const { scan, rows } = await setUp();
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

  it('is stored with the task only if the host has another address now', async () => {
    const { store, resultOf, findings, host } = await setUp();
    expect(
      resultOf(await store({ scan: { scanned_ports: [22], services: [ssh('9.2')] } }, '10.0.0.99')),
    ).toMatchObject({ facts: ['CVE-2023-1 22 9.2 → 9.3'] });
    expect(findings(host)).toEqual([]);
  });
});
