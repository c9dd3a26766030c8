import { describe, expect, it } from 'vitest';
import { orderFindings } from '../../../src/vulnerabilities/flat/flat-findings.js';
import { setUpFleet } from '../../support/fleet.js';
import { range, record } from '../../support/stored-records.js';

const HOLE_1 = record('DEBIAN-CVE-2024-1', { severity: 'high', ranges: [range('a', '2')] });
const HOLE_2 = record('DEBIAN-CVE-2024-2', { severity: 'low', ranges: [range('a', '3')] });
const DAY = 86_400;

interface Item {
  vulnerability_id: string;
  ip: string;
  state: string;
  first_seen: number | null;
  changed_at: number | null;
  cause: string | null;
}

/** Two hosts with one finding each; then new data add one to both, and one of these is repaired. */
async function setUp() {
  const app = await setUpFleet();
  const hosts = [await app.addHost('10.0.0.1'), await app.addHost('10.0.0.2')] as const;
  const load = async (...records: ReturnType<typeof record>[]) => {
    app.storeRecords('osv-debian', records);
    await app.ctx.vulnerabilities.rematchFleet();
  };
  const install = (host: number, version: string) =>
    app.importInventory(host, [{ name: 'a', version }]);
  await load(HOLE_1);
  for (const host of hosts) await install(host, '1');
  app.clock.advance(5);
  await load(HOLE_1, HOLE_2);
  await install(hosts[0], '3');
  const list = async (query: string) => {
    const { status, body, text } = await app.call('GET', `/findings?${query}`);
    if (status !== 200) throw new Error(text);
    return body as {
      data: Item[];
      meta: { total: number; not_checked: { hosts: number }; changes: object | null };
    };
  };
  const describeItems = async (query: string) =>
    (await list(query)).data.map(
      ({ ip, vulnerability_id, state }) => `${ip} ${vulnerability_id} ${state}`,
    );
  return { ...app, hosts, load, install, list, describeItems };
}

describe('the findings of all hosts', () => {
  it('are those of now, with what was not checked', async () => {
    const { describeItems, list, addHost } = await setUp();
    expect(await describeItems('')).toEqual([
      '10.0.0.2 CVE-2024-1 open',
      '10.0.0.2 CVE-2024-2 open',
    ]);
    await addHost('10.0.0.3');
    expect((await list('')).meta).toMatchObject({ total: 2, not_checked: { hosts: 1 } });
  });

  it('are new where they appeared after the first findings of a host, also if they are fixed now', async () => {
    const { describeItems, list, clock } = await setUp();
    expect((await describeItems('state=new')).sort()).toEqual([
      '10.0.0.1 CVE-2024-2 fixed',
      '10.0.0.2 CVE-2024-2 open',
    ]);
    const [item] = (await list('state=new&host_id=2')).data;
    expect(item).toMatchObject({ cause: 'knowledge', changed_at: clock.now() - 10 });
  });

  it('are fixed where they disappeared, and have no times then', async () => {
    const { describeItems, list, clock } = await setUp();
    expect((await describeItems('state=fixed')).sort()).toEqual([
      '10.0.0.1 CVE-2024-1 fixed',
      '10.0.0.1 CVE-2024-2 fixed',
    ]);
    const counts = [
      'severity_max=low',
      'severity=high&severity_max=high',
      'severity=low&severity_max=high',
    ];
    const totals = counts.map(async (query) => (await list(`state=fixed&${query}`)).meta.total);
    expect(await Promise.all(totals)).toEqual([1, 1, 2]);
    expect((await list('state=open&severity_max=medium')).meta.total).toBe(1);
    expect((await list('state=open&severity=medium&severity_max=medium')).meta.total).toBe(0);
    const { data } = await list('state=fixed&severity=high');
    expect(data).toMatchObject([
      { first_seen: null, last_seen: null, cause: 'target', changed_at: clock.now() },
    ]);
    expect(await describeItems('state=fixed&cause=knowledge')).toEqual([]);
  });

  it('say since when changes are known: the upgrade that began it, and 90 days at most', async () => {
    const { list, clock, ctx } = await setUp();
    const began = clock.now() - 20;
    const since = Math.floor(clock.now() / DAY - 6) * DAY;
    const changes = async (query: string) => (await list(query)).meta.changes;
    expect(await changes('state=open')).toBeNull();
    expect(await changes(`since=${since}`)).toBeNull();
    ctx.database.sqlite.exec(`UPDATE migrations SET applied_at = ${began} WHERE id = 19`);
    ctx.database.sqlite.exec(`UPDATE migrations SET applied_at = ${began - DAY} WHERE id <> 19`);
    expect(await changes('state=fixed')).toEqual({ since, known_since: began });
    expect(await changes(`state=new&since=${began + 1}`)).toEqual({
      since: began + 1,
      known_since: began,
    });
    clock.advance(100 * DAY);
    const oldest = Math.floor(clock.now() / DAY - 89) * DAY;
    expect(await changes('state=new')).toMatchObject({ known_since: oldest });
  });

  it('keep the changes of a deleted host, as the counts do', async () => {
    const { hosts, call, list } = await setUp();
    await call('DELETE', `/hosts/${hosts[0]}`);
    const { data, meta } = await list('state=fixed');
    expect(meta.total).toBe(2);
    expect(data.map(({ ip }) => ip)).toEqual(['', '']);
  });

  it('are limited to a time', async () => {
    const { clock, list, describeItems } = await setUp();
    const now = clock.now();
    expect((await list(`state=fixed&since=${now}`)).meta.total).toBe(2);
    expect((await list(`state=fixed&since=${now - 5}&until=${now}`)).meta.total).toBe(0);
    expect(await describeItems(`since=${now - 10}`)).toEqual(['10.0.0.2 CVE-2024-2 open']);
    clock.advance(7 * DAY);
    expect((await list('state=fixed')).meta.total).toBe(0);
    expect((await list(`state=fixed&since=${now}`)).meta.total).toBe(2);
  });

  it('are removed after 90 days', async () => {
    const { clock, ctx, list, rows } = await setUp();
    clock.advance(91 * DAY);
    await ctx.fleet.saveDay();
    expect(rows('SELECT * FROM finding_differences')).toEqual([]);
    expect((await list('state=fixed')).meta.total).toBe(0);
  });

  it.each([
    ['cause=target', '/cause'],
    ['state=open&accepted=true', '/accepted'],
    ['state=accepted&accepted=false', '/accepted'],
    ['since=20&until=20', '/until'],
    ['state=new&since=0', '/since'],
    ['state=closed', '/state'],
  ])('refuse the filter %s', async (query, path) => {
    const { call } = await setUpFleet();
    const { status, body } = await call('GET', `/findings?${query}`);
    expect([status, (body as { errors: { path: string }[] }).errors[0]?.path]).toEqual([400, path]);
  });
});

it('orders findings by their values, and then by their facts', () => {
  const rows = [
    [1, 10, 5],
    [2, 11, 9],
    [3, 10, 9],
    [4, 12, 9],
    [5, 10, 5],
  ] as const;
  const factPlaces = new Map([
    [11, 1],
    [10, 0],
  ]);
  const order = (isDescending: boolean): number[] => [
    ...orderFindings(rows, { factPlaces, placeOf: (value) => value, isDescending }).owners,
  ];
  expect(order(true)).toEqual([3, 2, 1, 5]);
  expect(order(false)).toEqual([1, 5, 3, 2]);
});
