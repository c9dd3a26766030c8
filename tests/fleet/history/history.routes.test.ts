import { describe, expect, it } from 'vitest';
import type { HistoryDay } from '../../../src/fleet/history/history.js';
import { setUpFleet } from '../../support/fleet.js';
import { range, record } from '../../support/stored-records.js';

const DAY = 86_400;
const HOLE_1 = record('DEBIAN-CVE-2024-1', { severity: 'high', ranges: [range('a', '2')] });
const HOLE_2 = record('DEBIAN-CVE-2024-2', { severity: 'low', ranges: [range('a', '3')] });

async function setUp() {
  const app = await setUpFleet();
  const host = await app.addHost('10.0.0.1');
  const { call, ctx, clock, storeRecords } = app;
  const { body } = await call('POST', '/groups', { name: 'some', host_ids: [host] });
  const group = (body as { data: { id: number } }).data.id;
  return {
    ...app,
    host,
    group,
    load: async (...records: ReturnType<typeof record>[]) => {
      storeRecords('osv-debian', records);
      await ctx.vulnerabilities.rematchFleet();
    },
    install: (version: string) => app.importInventory(host, [{ name: 'a', version }]),
    /** Stores the day, and begins the next one. */
    endDay: async () => {
      await ctx.fleet.saveDay();
      clock.advance(DAY);
    },
    history: async (query = '') => {
      await ctx.fleet.saveDay();
      const response = await call('GET', `/history${query}`);
      return (response.body as { data: HistoryDay[] }).data;
    },
  };
}

describe('GET /history', () => {
  it('begins with the first recorded day', async () => {
    const { call, clock } = await setUp();
    const days = async () => ((await call('GET', '/history')).body as { data: HistoryDay[] }).data;
    expect(await days()).toMatchObject([{ hosts: 1, hosts_checked: 0, open: null }]);
    clock.advance(DAY);
    expect(await days()).toHaveLength(2);
  });

  it('has the state of this moment beside what changed today', async () => {
    const { call, load, install, host } = await setUp();
    const today = async () =>
      ((await call('GET', '/history')).body as { data: HistoryDay[] }).data.at(-1);
    await load(HOLE_1, HOLE_2);
    await install('1');
    expect(await today()).toMatchObject({ hosts_checked: 1, open: 2, fixed: { total: 0 } });
    await install('2');
    expect(await today()).toMatchObject({ hosts_checked: 1, open: 1, fixed: { total: 1 } });
    await load(HOLE_2);
    await call('DELETE', `/hosts/${host}`);
    expect(await today()).toMatchObject({ hosts: 0, open: 0 });
  });

  it('has what each day brought, by cause', async () => {
    const { load, install, endDay, history } = await setUp();
    await load(HOLE_1);
    await install('1');
    await endDay();
    await load(HOLE_1, HOLE_2);
    await endDay();
    await install('2');
    await endDay();
    const days = await history();
    expect(
      days.map(({ open, hosts_checked, new: added, fixed }) => ({
        open,
        hosts_checked,
        added,
        fixed,
      })),
    ).toEqual([
      { open: 1, hosts_checked: 1, added: causes({}), fixed: causes({}) },
      { open: 2, hosts_checked: 0, added: causes({ knowledge: 1 }), fixed: causes({}) },
      { open: 1, hosts_checked: 1, added: causes({}), fixed: causes({ target: 1 }) },
      { open: null, hosts_checked: 0, added: null, fixed: null },
    ]);
  });

  it('names both causes if a host changed before newer data was matched', async () => {
    const { load, install, history, storeRecords } = await setUp();
    await load(HOLE_1);
    await install('1');
    storeRecords('osv-debian', [HOLE_2]);
    await install('2');
    const [day] = await history();
    expect(day).toMatchObject({ new: causes({ both: 1 }), fixed: causes({ both: 1 }) });
  });

  it('has the days of a group, without changes from before its host joined', async () => {
    const { load, install, history, call, group, host } = await setUp();
    await call('DELETE', `/groups/${group}/hosts/${host}`);
    await load(HOLE_1);
    await install('1');
    await install('2');
    await call('PUT', `/groups/${group}/hosts/${host}`);
    await install('1');
    const [day] = await history(`?group_id=${group}`);
    expect(day).toMatchObject({ open: 1, new: causes({ target: 1 }), fixed: causes({}) });
    expect((await history())[0]).toMatchObject({ fixed: causes({ target: 1 }) });
  });

  it('has at most the days that are asked for', async () => {
    const { endDay, history } = await setUp();
    await endDay();
    await endDay();
    expect((await history('?days=2')).map(({ date }) => date)).toHaveLength(2);
    expect(await history('?days=3')).toHaveLength(3);
  });

  it('leaves out addresses that never answered', async () => {
    const { history, rows, ctx } = await setUp();
    ctx.database.sqlite.exec('UPDATE hosts SET unanswered = 1');
    expect(rows('SELECT id FROM hosts')).toHaveLength(1);
    expect((await history())[0]).toMatchObject({ hosts: 0 });
  });

  it('answers 404 for an unknown group, and forgets the days of a deleted one', async () => {
    const { call, group, history, load, install, rows } = await setUp();
    await load(HOLE_1);
    await install('1');
    await install('2');
    await history();
    const days = () =>
      rows(
        'SELECT day FROM fleet_days WHERE group_id > 0 UNION ALL SELECT day FROM finding_days WHERE group_id > 0',
      );
    expect(days()).toHaveLength(2);
    expect((await call('DELETE', `/groups/${group}`)).status).toBe(204);
    expect(days()).toEqual([]);
    expect((await call('GET', `/history?group_id=${group}`)).body).toMatchObject({
      code: 'not_found',
    });
  });

  it('keeps the days of two years', async () => {
    const { clock, rows, load, install, endDay, history } = await setUp();
    await load(HOLE_1);
    await install('1');
    await install('2');
    await endDay();
    const days = () =>
      rows('SELECT DISTINCT day FROM fleet_days UNION ALL SELECT DISTINCT day FROM finding_days');
    clock.advance(729 * DAY);
    await history();
    expect(days()).toHaveLength(3);
    clock.advance(DAY);
    await history();
    expect(days()).toHaveLength(2);
  });

  it('stores a day again after storing it failed', async () => {
    const { ctx, history, rows } = await setUp();
    const { sqlite } = ctx.database;
    sqlite.exec(
      "CREATE TRIGGER full BEFORE INSERT ON fleet_days BEGIN SELECT raise(ABORT, 'full'); END",
    );
    await ctx.fleet.saveDay();
    expect(rows('SELECT * FROM fleet_days')).toEqual([]);
    sqlite.exec('DROP TRIGGER full');
    expect(await history()).toHaveLength(1);
  });
});

const causes = (some: { target?: number; knowledge?: number; both?: number }) => {
  const counts = { target: 0, knowledge: 0, both: 0, ...some };
  return { total: counts.target + counts.knowledge + counts.both, ...counts };
};
