import { describe, expect, it } from 'vitest';
import { fakeType, testApp } from '../support/app.js';
import type { HostResult } from '../../src/tasks/task-type.js';

const SILENT: HostResult = { outcome: 'unreachable', reason: 'no_answer', detail: 'No answer.' };
const FOUND: HostResult = {
  outcome: 'done',
  reason: null,
  detail: null,
  scan: { services: [], scanned_ports: [22] },
};

interface Item {
  id: number;
  current_ip: string;
  unanswered: boolean;
}
interface List {
  data: Item[];
  meta: { total: number };
}

/** Starts a service that scanned 10.0.0.0/28 as the command does: 10.0.0.1 to 10.0.0.3 answered. */
async function setUp(
  answering: ReadonlySet<string> = new Set(['10.0.0.1', '10.0.0.2', '10.0.0.3']),
) {
  const found = new Set(answering);
  const app = await testApp({ types: [fakeType((ip) => (found.has(ip) ? FOUND : SILENT))] });
  const addresses = Array.from({ length: 14 }, (_, i) => `10.0.0.${i + 1}`);
  const created = await app.call(
    'POST',
    '/hosts',
    addresses.map((current_ip) => ({ current_ip, unanswered: true })),
  );
  const { data } = created.body as { data: { created: Item[] } };
  const ids = data.created.map(({ id }) => id);
  const scan = async (hosts: readonly number[] = ids): Promise<void> => {
    const body = { name: 'scan', shares_name: true, type: 'pentest', hosts, enabled: true };
    const params = { ranges: ['10.0.0.0/28'] };
    await app.call('POST', '/api/v1/templates/', { ...body, params });
    await app.ctx.engine.idle();
  };
  const list = async (query = ''): Promise<List> =>
    (await app.call('GET', `/hosts${query}`)).body as List;
  const addressesOf = async (query = ''): Promise<string[]> =>
    (await list(query)).data.map(({ current_ip }) => current_ip);
  return { ...app, found, ids, scan, list, addressesOf };
}

const ANSWERED = ['10.0.0.1', '10.0.0.2', '10.0.0.3'];

describe('addresses of a range at which nothing ever answered', () => {
  it('are in no list and no count of hosts', async () => {
    const { call, scan, list, addressesOf } = await setUp();
    expect(await addressesOf()).toEqual([]); // also before the scan
    await scan();
    expect((await list()).meta.total).toBe(3);
    for (const query of [
      '',
      '?limit=2',
      '?q=10.0.0.',
      '?hostname=10',
      '?current_ip=10.0.0.0/24',
      '?status=online',
      '?sort=address',
      '?sort=risk&include=risk,coverage',
      '?agent=none',
      '?coverage=not_checked',
    ])
      expect(await addressesOf(query), query).toEqual(
        query === '?limit=2' ? ANSWERED.slice(0, 2) : ANSWERED,
      );
    expect(await addressesOf('?limit=2&page=2')).toEqual(['10.0.0.3']);
    expect(await addressesOf('?current_ip=10.0.0.9')).toEqual([]);
    expect(await addressesOf('?status=offline')).toEqual([]);
    const older = (await call('GET', '/api/v1/hosts/')).body as { data: { ip: string }[] };
    expect(older.data.map(({ ip }) => ip)).toEqual(ANSWERED);
    const agents = (await call('GET', '/agents?state=none')).body as List;
    expect([agents.data.length, agents.meta.total]).toEqual([3, 3]);
    expect((await call('GET', '/summary')).body).toMatchObject({
      data: {
        hosts: { total: 3, by_status: { online: 3, offline: 0 }, unanswered_addresses: 11 },
        agents: { none: 3 },
      },
    });
  });

  it('are listed with the filter `unanswered`, and found by their id', async () => {
    const { scan, list, addressesOf, ids, call } = await setUp();
    await scan();
    expect((await list('?unanswered=true')).meta.total).toBe(11);
    expect((await list('?unanswered=all&limit=5')).meta.total).toBe(14);
    expect((await list('?unanswered=all&sort=risk')).meta.total).toBe(14);
    expect(await addressesOf('?unanswered=false')).toEqual(ANSWERED);
    expect(await addressesOf('?unanswered=true&current_ip=10.0.0.9')).toEqual(['10.0.0.9']);
    expect(await addressesOf(`?ids=${ids[0]},${ids[8]}`)).toEqual(['10.0.0.1', '10.0.0.9']);
    expect((await list(`?id=${ids[8]}&include=risk`)).data).toMatchObject([{ unanswered: true }]);
    const card = (await call('GET', `/hosts/${ids[8]}`)).body;
    expect(card).toMatchObject({ data: { unanswered: true } });
    expect((await call('PUT', `/hosts/${ids[8]}`, { unanswered: true })).status).toBe(200);
    expect((await call('GET', '/hosts?unanswered=no')).status).toBe(400);
  });

  it('are not chosen by a filter unless it names them', async () => {
    const { call, scan, addressesOf } = await setUp();
    await scan();
    const remove = async (filter: object, expected: number) =>
      (await call('DELETE', '/hosts', { filter, expected })).status;
    expect(await remove({ status: 'offline' }, 11)).toBe(409);
    expect(await remove({ unanswered: 'true' }, 11)).toBe(204);
    expect(await addressesOf('?unanswered=all')).toEqual(ANSWERED);
  });

  it('stay hosts from the first answer on', async () => {
    const { found, ids, scan, addressesOf } = await setUp();
    await scan();
    found.add('10.0.0.9');
    await scan(ids);
    expect(await addressesOf()).toEqual([...ANSWERED, '10.0.0.9']);
    found.clear();
    await scan(ids);
    expect(await addressesOf()).toEqual([...ANSWERED, '10.0.0.9']);
    expect(await addressesOf('?status=offline')).toEqual([...ANSWERED, '10.0.0.9']);
  });

  it('are hosts as soon as a person adds them, with the name of the request', async () => {
    const { call, clock, ids, scan, addressesOf } = await setUp();
    await scan();
    clock.advance(60);
    const added = [
      { current_ip: '10.0.0.8', hostname: 'printer', description: 'floor 2' },
      { current_ip: '10.0.0.1' },
      { current_ip: '10.0.0.9', unanswered: true },
      { current_ip: '10.0.0.200' },
    ];
    const { data } = (await call('POST', '/hosts', added)).body as {
      data: { created: object[]; existing: object[] };
    };
    const now = clock.now();
    expect(data.created).toMatchObject([
      {
        id: ids[7],
        hostname: 'printer',
        description: 'floor 2',
        unanswered: false,
        created_at: now,
      },
      { current_ip: '10.0.0.200', unanswered: false },
    ]);
    expect(data.existing).toMatchObject([
      { current_ip: '10.0.0.1', unanswered: false },
      { current_ip: '10.0.0.9', unanswered: true },
    ]);
    await scan(ids);
    expect(await addressesOf()).toEqual([...ANSWERED, '10.0.0.8', '10.0.0.200']);
    expect(await addressesOf('?hostname=PRINT')).toEqual(['10.0.0.8']);
  });

  it('do not take a host from a person who added it before the scan', async () => {
    const app = await setUp(new Set());
    await app.call('POST', '/api/v1/hosts/', [{ ip: '10.0.0.4' }]);
    await app.scan();
    expect(await app.addressesOf()).toEqual(['10.0.0.4']);
    expect((await app.call('GET', '/summary')).body).toMatchObject({
      data: { hosts: { total: 1, by_status: { offline: 1 }, unanswered_addresses: 13 } },
    });
  });

  it('are not announced as created hosts', async () => {
    const { ctx } = await setUp();
    const events = ctx.database.sqlite
      .prepare("SELECT count(*) FROM events WHERE event = 'host.created'")
      .pluck();
    expect(events.get()).toBe(0);
  });
});

describe('a list of hosts', () => {
  it('reads as many rows with 65,536 addresses beside its hosts as without them', async () => {
    const { ctx } = await setUp();
    const { sqlite } = ctx.database;
    const plan = (sql: string): string =>
      (sqlite.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[])
        .map(({ detail }) => detail)
        .join('; ');
    for (const condition of ["instr(h.name_key, 'x') > 0", "h.status = 'online'", '1'])
      expect(
        plan(`SELECT h.id FROM hosts h WHERE h.unanswered = 0 AND ${condition} ORDER BY h.id`),
      ).toContain('hosts_answered');
  });
});
