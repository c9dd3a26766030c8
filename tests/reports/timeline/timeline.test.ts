import { describe, expect, it } from 'vitest';
import {
  compareFacts,
  comparePorts,
  countPresentSeverities,
  isObserved,
  type OpenPort,
} from '../../../src/reports/timeline/timeline.js';
import { setUpFleet, type TestFleet } from '../../support/fleet.js';
import { range, record } from '../../support/stored-records.js';

const DAY = 86_400;

const port = (text: string): OpenPort => {
  const [number = '', transport = 'tcp'] = text.split('/');
  return { port: Number(number), transport: transport as 'tcp' | 'udp', service: null };
};
const scan = (open: string[], scanned: number[]) => ({
  services: open.map(port),
  scanned: { has: (number: number) => scanned.includes(number) },
});
const texts = (ports: readonly OpenPort[]): string[] =>
  ports.map((p) => `${p.port}/${p.transport}`);

describe('comparePorts', () => {
  it.each<[string, string[], number[], string[], number[], string[], string[]]>([
    ['finds opened and closed ports', ['22'], [22, 80], ['80'], [22, 80], ['80/tcp'], ['22/tcp']],
    ['ignores ports that the later scan left out', ['22'], [22], [], [80], [], []],
    ['ignores ports that the earlier scan left out', [], [22], ['80'], [22, 80], [], []],
    ['ignores UDP ports: silence says nothing', ['53/udp'], [53], ['161/udp'], [53, 161], [], []],
    ['finds nothing if nothing changed', ['22'], [22], ['22'], [22], [], []],
  ])('%s', (_, before, scannedBefore, after, scannedAfter, opened, closed) => {
    const result = comparePorts(scan(before, scannedBefore), scan(after, scannedAfter));
    expect([texts(result.opened), texts(result.closed)]).toEqual([opened, closed]);
  });
});

describe('compareFacts', () => {
  const facts = (...places: string[]) =>
    places.map((place) => ({ place, port: null, transport: null, severity: 'high' as const }));

  it('counts places, not facts: a new version of one finding is neither', () => {
    expect(compareFacts(facts('a', 'b', 'b'), facts('b', 'c', 'd'))).toEqual({
      appeared: 2,
      disappeared: 1,
    });
  });

  it.each([
    [22, 'tcp', true],
    [80, 'tcp', false],
    [161, 'udp', true],
    [null, null, true],
  ])('compares a finding on port %s/%s: %s, where port 80 was silent', (number, transport, is) => {
    const scans = [scan([], [22, 80]).scanned, scan([], [22]).scanned, null];
    expect(isObserved(scans)({ port: number, transport })).toBe(is);
  });

  it('counts severities that occur', () => {
    expect(countPresentSeverities(facts('a', 'b'))).toEqual({ high: 2 });
  });
});

/** A host with findings in a and b, and a template that reads its imported inventories. */
async function setUp(): Promise<TestFleet> {
  const app = await setUpFleet();
  app.storeRecords('osv-debian', [
    record('DEBIAN-CVE-2024-1', { severity: 'critical', ranges: [range('a', '2')] }),
    record('DEBIAN-CVE-2024-2', { severity: 'medium', ranges: [range('b', null)] }),
  ]);
  await app.addHost('10.0.0.1');
  return app;
}

interface Event {
  kind: string;
  time: number;
  [key: string]: unknown;
}

async function timeline(app: TestFleet, query = '') {
  const { status, body, text } = await app.call('GET', `/hosts/1/timeline${query}`);
  expect(status, text).toBe(200);
  return (body as { data: { events: Event[]; truncated: boolean; open_since: object[] } }).data;
}

describe('GET /hosts/{id}/timeline', () => {
  it('has packages, operations and acceptances in the order of time', async () => {
    const app = await setUp();
    const start = app.clock.now();
    await app.importInventory(1, [{ name: 'a', version: '1' }]);
    await app.importInventory(1, [
      { name: 'a', version: '1' },
      { name: 'b', version: '1' },
    ]);
    app.clock.advance(5);
    const accept = { vulnerability_id: 'CVE-2024-2', reason: 'x', host_id: 1, all_places: true };
    expect((await app.call('POST', '/acceptances', accept)).status).toBe(201);
    app.clock.advance(5);
    await app.call('DELETE', '/acceptances/1');
    app.ctx.database.sqlite
      .prepare(
        `INSERT INTO agent_operations (host_id, action, os_family, credential_id, dry_run, status, step, message, error, created_at, updated_at, finished_at)
         VALUES (1, 'install', 'linux', 1, 0, 'failed', 'connect', '', '{"code":"auth_failed"}', 0, 0, ?)`,
      )
      .run(start + 12);
    const { events, truncated, open_since } = await timeline(app);
    expect(
      events.map((e) => [e.kind, e.time - start, e.change ?? e.installed ?? e.error_code]),
    ).toEqual([
      ['agent', 12, 'auth_failed'],
      ['packages', 20, 1],
      ['acceptance', 25, 'began'],
      ['acceptance', 30, 'ended'],
    ]);
    expect(truncated).toBe(false);
    const day = Math.floor((start + 10) / DAY) * DAY;
    expect(open_since).toEqual([{ day, findings: 2, critical: 1, high: 0 }]);
  });

  it('compares each task with the one before of its template, and shows gaps', async () => {
    const app = await setUp();
    const { sqlite } = app.ctx.database;
    const task = sqlite.prepare(
      `INSERT INTO tasks (id, templates_id, task_type, status, state, "trigger", hosts_total, created_at, updated_at)
       VALUES (?, ?, 'pentest', 'completed', '', 'manual', 1, 0, 0)`,
    );
    const host = sqlite.prepare(
      "INSERT INTO task_hosts (task_id, host_id, ip, name, outcome, reason, finished_at) VALUES (?, 1, '', '', ?, ?, ?)",
    );
    const scanned = sqlite.prepare(
      "INSERT INTO task_scans (task_id, host_id, scanned_ports, services) VALUES (?, 1, '1-100', ?)",
    );
    const set = sqlite.prepare('INSERT INTO number_sets (id, key, numbers) VALUES (?, ?, ?)');
    set.run(901, Buffer.from('a'), Buffer.from([])); // no fact
    const result = sqlite.prepare(
      `INSERT INTO task_results (task_id, host_id, kind, observed_at, generation, scopes, facts_id) VALUES (?, 1, 'ports', 0, 0, '[]', 901)`,
    );
    const now = app.clock.now();
    const run = (id: number, template: number, open: number[] | null) => {
      task.run(id, template);
      host.run(id, open ? 'done' : 'unreachable', open ? null : 'no_answer', now - 100 + id);
      if (!open) return;
      scanned.run(
        id,
        JSON.stringify(open.map((n) => ({ port: n, transport: 'tcp', service: 's' }))),
      );
      result.run(id);
    };
    run(1, 7, [22]);
    run(2, 8, [22, 80]);
    run(3, 7, null);
    run(4, 7, [80]);
    const { events } = await timeline(app, `?from=${now - 98}`);
    const changes = events.map((e) => {
      const ports = e.ports as { opened: OpenPort[]; closed: OpenPort[] } | null;
      return [e.task_id, e.outcome, ports && texts(ports.opened), ports && texts(ports.closed)];
    });
    expect(changes).toEqual([
      [2, 'done', null, null],
      [3, 'unreachable', null, null],
      [4, 'done', ['80/tcp'], ['22/tcp']],
    ]);
    const { events: short } = await timeline(app, `?from=${now - 97}&to=${now - 96}`);
    expect(short.map((e) => e.task_id)).toEqual([3]);
    expect(events[2]?.findings).toEqual({ open: 0, by_severity: {}, appeared: 0, disappeared: 0 });
  });

  it('is bounded, and says so', async () => {
    const app = await setUp();
    const operation = app.ctx.database.sqlite.prepare(
      `INSERT INTO agent_operations (host_id, action, os_family, credential_id, dry_run, status, step, message, created_at, updated_at, finished_at)
       VALUES (1, 'update', 'linux', 1, 0, 'completed', 'clean_up', '', 0, 0, ?)`,
    );
    for (let i = 0; i < 101; i += 1) operation.run(app.clock.now() - 200 + i);
    const { events, truncated } = await timeline(app);
    expect([events.length, truncated]).toEqual([100, true]);
    expect(events[0]?.time).toBe(app.clock.now() - 199);
  });

  it.each([
    ['/hosts/9/timeline', 404],
    ['/hosts/1/timeline?from=5&to=5', 400],
    [`/hosts/1/timeline?from=0&to=${401 * DAY}`, 400],
  ])('answers %s with %i', async (url, status) => {
    expect((await (await setUp()).call('GET', url)).status).toBe(status);
  });
});
