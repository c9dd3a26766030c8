import { describe, expect, it } from 'vitest';
import { setUpFleet, type TestFleet } from '../support/fleet.js';
import { range, record } from '../support/stored-records.js';

const RECORDS = [
  record('DEBIAN-CVE-2024-1', { severity: 'critical', cvssScore: 9.8, ranges: [range('a', '2')] }),
  record('DEBIAN-CVE-2024-2', { severity: 'medium', ranges: [range('a', '3'), range('b', null)] }),
];

/**
 * Four hosts. `web` (10.0.0.30): one critical and two medium findings, online, with an agent. `db`
 * (10.0.0.20): one medium finding, offline, with an agent. `nas` (10.0.0.10): checked, nothing found. `new`
 * (10.0.0.5): not checked.
 */
async function setUp(): Promise<TestFleet> {
  const app = await setUpFleet();
  app.storeRecords('osv-debian', RECORDS);
  const hosts = [
    ['10.0.0.30', 'Web'],
    ['10.0.0.20', 'db'],
    ['10.0.0.10', 'nas'],
    ['10.0.0.5', 'new'],
  ].map(([current_ip, hostname]) => ({ current_ip, hostname }));
  await app.call('POST', '/hosts', hosts);
  await app.importInventory(1, [
    { name: 'a', version: '1' },
    { name: 'b', version: '1' },
  ]);
  await app.importInventory(2, [{ name: 'b', version: '1' }]);
  await app.importInventory(3, [{ name: 'c', version: '1' }]);
  const { sqlite } = app.ctx.database;
  const agent =
    "INSERT INTO agents (host_id, os_family, version, installed_at) VALUES (?, 'linux', '1', 5)";
  sqlite.prepare(agent).run(1);
  sqlite.prepare(agent).run(2);
  const status = sqlite.prepare('UPDATE hosts SET status = ?, last_seen = ? WHERE id = ?');
  status.run('online', 100, 1);
  status.run('offline', 300, 2);
  status.run('online', 200, 3);
  sqlite.prepare("UPDATE inventories SET full_os_name = 'Alpine Linux' WHERE host_id = 3").run();
  return app;
}

interface Listed {
  data: { id: number; hostname: string }[];
  meta: { total: number };
}

async function names(app: TestFleet, query: string): Promise<string[]> {
  const { status, body, text } = await app.call('GET', `/hosts?${query}`);
  expect(status, text).toBe(200);
  const { data, meta } = body as Listed;
  if (!query.includes('limit')) expect(meta.total).toBe(data.length);
  return data.map(({ hostname }) => hostname);
}

describe('GET /hosts', () => {
  it('filters by columns and by findings, and counts what matches', async () => {
    const app = await setUp();
    const expected: [string, string[]][] = [
      ['status=online', ['Web', 'nas']],
      ['status=unknown', ['new']],
      ['agent=online', ['Web']],
      ['agent=offline', ['db']],
      ['agent=none', ['nas', 'new']],
      ['q=WEB', ['Web']],
      ['q=0.0.2', ['db']],
      ['system=debian', ['Web', 'db']],
      ['system=alpine', ['nas']],
      ['severity=critical', ['Web']],
      ['severity=high', ['Web']],
      ['severity=medium', ['Web', 'db']],
      ['kev=true', []],
      ['kev=false', ['Web', 'db', 'nas', 'new']],
      ['coverage=checked', ['Web', 'db', 'nas']],
      ['coverage=not_checked', ['new']],
      ['severity=medium&status=offline', ['db']],
      ['hostname=w&agent=none', ['new']],
      ['id=2', ['db']],
      ['id=2&include=risk', ['db']],
      ['ids=3,1,99', ['Web', 'nas']],
      ['ids=3,1&include=risk&status=online&q=n', ['nas']],
      ['id=99&include=risk', []],
    ];
    for (const [query, hosts] of expected) expect(await names(app, query), query).toEqual(hosts);
  });

  it('sorts by columns and by findings', async () => {
    const app = await setUp();
    const expected: [string, string[]][] = [
      ['sort=name', ['db', 'nas', 'new', 'Web']],
      ['sort=-name', ['Web', 'new', 'nas', 'db']],
      ['sort=address', ['new', 'nas', 'db', 'Web']],
      ['sort=-address', ['Web', 'db', 'nas', 'new']],
      ['sort=last_seen', ['db', 'nas', 'Web', 'new']],
      ['sort=-last_seen', ['Web', 'nas', 'db', 'new']],
      ['sort=system', ['nas', 'Web', 'db', 'new']],
      ['sort=open', ['Web', 'db', 'nas', 'new']],
      ['sort=risk&status=online', ['Web', 'nas']],
      ['sort=open&limit=1&page=2', ['db']],
    ];
    for (const [query, hosts] of expected) expect(await names(app, query), query).toEqual(hosts);
    const paged = await app.call('GET', '/hosts?severity=medium&limit=1');
    expect(paged.body as Listed).toMatchObject({ data: [{ hostname: 'Web' }], meta: { total: 2 } });
  });

  it('has the agent of each host beside its risk', async () => {
    const { call } = await setUp();
    const { body } = await call('GET', '/hosts?include=risk');
    expect((body as { data: { agent: object }[] }).data.map((host) => host.agent)).toEqual([
      { state: 'online', version: '1' },
      { state: 'offline', version: '1' },
      { state: 'none', version: null },
      { state: 'none', version: null },
    ]);
  });

  it('counts as many hosts that were not checked as the summary', async () => {
    const app = await setUp();
    app.ctx.database.sqlite.prepare('UPDATE hosts SET unanswered = 1 WHERE id = 4').run();
    await app.call('POST', '/hosts', [{ current_ip: '10.0.0.6', hostname: 'next' }]);
    const { body } = await app.call('GET', '/summary');
    const { hosts } = (body as { data: { hosts: { not_checked: number } } }).data;
    expect(await names(app, 'coverage=not_checked')).toEqual(['next']);
    expect(hosts.not_checked).toBe(1);
  });
});

describe('DELETE /hosts by a filter', () => {
  it('deletes the hosts that match, and records their ids', async () => {
    const app = await setUp();
    const body = { filter: { severity: 'medium', agent: 'offline' }, expected: 1 };
    expect((await app.call('DELETE', '/hosts', body)).status).toBe(204);
    expect(await names(app, '')).toEqual(['Web', 'nas', 'new']);
    const audit = await app.call('GET', '/audit?resource=host&action=delete');
    expect((audit.body as { data: object[] }).data).toMatchObject([{ resource_id: '2' }]);
  });

  it('deletes nothing if another number of hosts matches', async () => {
    const app = await setUp();
    for (const expected of [1, 3]) {
      const answer = await app.call('DELETE', '/hosts', { filter: { status: 'online' }, expected });
      expect([answer.status, answer.body]).toEqual([
        409,
        expect.objectContaining({
          code: 'selection_changed',
          errors: [expect.objectContaining({ path: '/expected' })],
        }),
      ]);
    }
    expect(await names(app, '')).toHaveLength(4);
  });

  it.each<[string, object, string]>([
    ['a filter without a number', { filter: {} }, '/expected'],
    ['ids and a filter', { ids: [1], filter: {}, expected: 4 }, '/ids'],
    ['an unknown filter', { filter: { size: 'red' }, expected: 4 }, '/filter/size'],
    ['a number without a filter', { expected: 4 }, '/ids'],
    ['no ids', { ids: [] }, '/ids'],
  ])('refuses %s', async (_, body, path) => {
    const app = await setUp();
    const answer = await app.call('DELETE', '/hosts', body);
    const { errors = [] } = answer.body as { errors?: { path: string }[] };
    expect([answer.status, errors.map((e) => e.path)]).toEqual([
      400,
      expect.arrayContaining([path]),
    ]);
    expect(await names(app, '')).toHaveLength(4);
  });
});

describe('members of a group by a filter', () => {
  const members = (answer: { body: unknown }): number[] =>
    (answer.body as { data: { host_ids: number[] } }).data.host_ids;

  it('are added and removed; others stay', async () => {
    const { call } = await setUp();
    await call('POST', '/groups', { name: 'g', host_ids: [4] });
    const added = { filter: { severity: 'medium' }, expected: 2 };
    expect(members(await call('PUT', '/groups/1/hosts', added))).toEqual([1, 2, 4]);
    const removed = { filter: { status: 'online' }, expected: 2 };
    expect(members(await call('DELETE', '/groups/1/hosts', removed))).toEqual([2, 4]);
  });

  it('stay as they are if another number of hosts matches', async () => {
    const { call } = await setUp();
    await call('POST', '/groups', { name: 'g', host_ids: [4] });
    for (const method of ['PUT', 'DELETE']) {
      const answer = await call(method, '/groups/1/hosts', { filter: {}, expected: 3 });
      expect([answer.status, (answer.body as { code: string }).code]).toEqual([
        409,
        'selection_changed',
      ]);
    }
    expect(members(await call('GET', '/groups/1'))).toEqual([4]);
    expect((await call('PUT', '/groups/9/hosts', { filter: {}, expected: 4 })).status).toBe(404);
  });
});
