import { describe, expect, it } from 'vitest';
import type { Database } from '../../src/database/database.js';
import { createTicker, nextChunkSize } from '../../src/schedules/schedules.tick.js';
import { createStartTasks } from '../../src/tasks/tasks.start.js';
import { addHosts, addTemplate, heldClock, NOW, testDatabase } from '../support/database.js';
import { silent } from '../support/engine.js';

const MINUTE = 60;

interface ScheduleFixture {
  unit?: number;
  recurrence?: number;
  start?: number;
  end?: number | null;
  planned: number;
  enabled?: 0 | 1;
  hosts?: number[];
}

function schedule(database: Database, given: ScheduleFixture): number {
  const template = addTemplate(database, { hosts: given.hosts ?? [1] });
  database.sqlite
    .prepare(
      'INSERT INTO schedules (template_id, unit, recurrence, start_time, end_time, enabled, scheduled_time) VALUES (?, ?, ?, ?, ?, ?, ?)',
    )
    .run(
      template,
      given.unit ?? 1,
      given.recurrence ?? 1,
      given.start ?? NOW,
      given.end ?? null,
      given.enabled ?? 1,
      given.planned,
    );
  return template;
}

function setUp(zone = 'UTC') {
  const database = testDatabase();
  addHosts(database, 1);
  let woken = 0;
  const open = () =>
    createTicker({
      database,
      clock: heldClock(),
      zone,
      startTasks: createStartTasks(database.sqlite, 10),
      wake: () => {
        woken += 1;
      },
      log: silent,
    });
  const all = <T>(sql: string) => database.sqlite.prepare<[], T>(sql).all();
  return {
    database,
    open,
    ticker: open(),
    woken: () => woken,
    tasks: () =>
      all<{ at: number }>('SELECT scheduled_for AS at FROM tasks ORDER BY id').map(
        (t) => t.at - NOW,
      ),
    finishTasks: () => void database.sqlite.prepare("UPDATE tasks SET status = 'completed'").run(),
    history: () =>
      all<{ due: number; result: string; reason: string | null; task: number | null }>(
        `SELECT due_at - ${NOW} AS due, result, reason, task_id AS task FROM schedule_history ORDER BY due_at`,
      ),
    plan: () =>
      all<{ planned: number; last: number }>(
        'SELECT scheduled_time AS planned, last_start AS last FROM schedules',
      ).map((s) => [s.planned && s.planned - NOW, s.last && s.last - NOW]),
  };
}

describe('ticker at a due start', () => {
  it('starts the task at its second, and not before', async () => {
    const t = setUp();
    schedule(t.database, { planned: NOW + MINUTE });
    await t.ticker.tick(NOW + 59);
    expect(t.tasks()).toEqual([]);
    await t.ticker.tick(NOW + 60);
    expect(t.tasks()).toEqual([60]);
    expect(t.plan()).toEqual([[120, 60]]);
    expect(t.history()).toEqual([{ due: 60, result: 'started', reason: null, task: 1 }]);
    expect(t.woken()).toBe(1);
  });

  it('starts the task once, also after repeated ticks', async () => {
    const t = setUp();
    schedule(t.database, { planned: NOW + 60 });
    await Promise.all([t.ticker.tick(NOW + 60), t.ticker.tick(NOW + 60)]);
    await t.open().tick(NOW + 60);
    await t.ticker.tick(NOW + 61);
    expect(t.tasks()).toEqual([60]);
  });

  it('keeps the second over many periods', async () => {
    const t = setUp();
    schedule(t.database, { planned: NOW + 60, recurrence: 7 });
    for (let s = 0; s <= 3 * 7 * 60; s += 1) {
      await t.ticker.tick(NOW + s);
      t.finishTasks();
    }
    expect(t.tasks()).toEqual([420, 840, 1260]);
  });

  it('starts the task at the end of the schedule, and plans no other', async () => {
    const t = setUp();
    schedule(t.database, { planned: NOW + 60, end: NOW + 60 });
    await t.ticker.tick(NOW + 60);
    expect(t.tasks()).toEqual([60]);
    expect(t.plan()).toEqual([[0, 60]]);
  });

  it('starts nothing for a disabled schedule', async () => {
    const t = setUp();
    schedule(t.database, { planned: 0, enabled: 0 });
    await t.ticker.tick(NOW + 600);
    expect(t.tasks()).toEqual([]);
    expect(t.plan()).toEqual([[0, 0]]);
  });
});

describe('ticker records a skipped start', () => {
  it('while the previous task is still running', async () => {
    const t = setUp();
    schedule(t.database, { planned: NOW + 60 });
    await t.ticker.tick(NOW + 60);
    await t.ticker.tick(NOW + 120);
    expect(t.tasks()).toEqual([60]);
    expect(t.history()[1]).toEqual({ due: 120, result: 'skipped', reason: 'overlap', task: null });
    expect(t.plan()).toEqual([[180, 60]]);
  });

  it('when there are no hosts, or too many', async () => {
    const t = setUp();
    schedule(t.database, { planned: NOW + 60, hosts: [] });
    schedule(t.database, { planned: NOW + 60, hosts: addHosts(t.database, 11) });
    await t.ticker.tick(NOW + 60);
    expect(t.history().map((h) => h.reason)).toEqual(['no_hosts', 'too_many_hosts']);
    expect(t.plan()).toEqual([
      [120, 0],
      [120, 0],
    ]);
  });

  it('when it is too late, with the starts missed before', async () => {
    const t = setUp();
    schedule(t.database, { unit: 2, planned: NOW + 3600 });
    await t.ticker.tick(NOW + 5 * 3600 + 1801);
    expect(t.tasks()).toEqual([]);
    expect(t.history().map((h) => [h.due, h.result, h.reason])).toEqual([
      [3600, 'skipped', 'missed'],
      [5 * 3600, 'skipped', 'too_late'],
    ]);
    expect(t.plan()).toEqual([[6 * 3600, 0]]);
  });
});

describe('ticker after a downtime', () => {
  it('starts one task for all missed starts', async () => {
    const t = setUp();
    schedule(t.database, { unit: 2, planned: NOW + 3600 });
    await t.ticker.tick(NOW + 5 * 3600 + 600);
    expect(t.tasks()).toEqual([5 * 3600]);
    expect(t.history().map((h) => [h.due, h.result, h.reason, h.task])).toEqual([
      [3600, 'coalesced', 'missed', null],
      [5 * 3600, 'started', 'late', 1],
    ]);
    expect(t.plan()).toEqual([[6 * 3600, 5 * 3600 + 600]]);
  });
});

describe('ticker after the clock was set back', () => {
  it('does not silence a schedule until the former time', async () => {
    const t = setUp();
    schedule(t.database, { planned: NOW + 60 });
    const years = 4 * 365 * 86_400;
    await t.ticker.tick(NOW + years);
    t.finishTasks();
    await t.ticker.tick(NOW + 5);
    expect(t.plan()[0]?.[0]).toBe(60);
    await t.ticker.tick(NOW + 60);
    expect(t.tasks()).toEqual([years, 60]);
    expect(t.history()[0]).toEqual({ due: 60, result: 'started', reason: null, task: 2 });
  });

  it('starts nothing twice', async () => {
    const t = setUp();
    schedule(t.database, { planned: NOW + 60 });
    for (const second of [60, 120, 90, 120, 180]) {
      await t.ticker.tick(NOW + second);
      t.finishTasks();
    }
    expect(t.tasks()).toEqual([60, 120, 180]);
    expect(t.history().map((h) => h.due)).toEqual([60, 120, 180]);
  });

  it('does not record a completed start as missed', async () => {
    const t = setUp();
    schedule(t.database, { planned: NOW + 60 });
    await t.ticker.tick(NOW + 60);
    t.finishTasks();
    await t.ticker.tick(NOW + 30);
    await t.ticker.tick(NOW + 600);
    expect(t.history().map((h) => [h.due, h.result, h.task])).toEqual([
      [60, 'started', 1],
      [600, 'started', 2],
    ]);
  });

  it('plans again a schedule that had expired at the later time', async () => {
    const t = setUp();
    schedule(t.database, { planned: NOW + 60, end: NOW + 600 });
    await t.ticker.tick(NOW + 86_400);
    expect(t.plan()).toEqual([[0, 0]]);
    await t.ticker.tick(NOW + 61);
    expect(t.plan()).toEqual([[120, 0]]);
  });

  it('plans again also after a restart of the service', async () => {
    const t = setUp();
    schedule(t.database, { planned: NOW + 10_000 * 60 });
    await t.open().tick(NOW + 30);
    expect(t.plan()).toEqual([[60, 0]]);
  });
});

describe('ticker', () => {
  it('plans days again in another time zone', async () => {
    const t = setUp('Europe/Berlin');
    const june = Date.UTC(2026, 5, 1) / 1000;
    schedule(t.database, { unit: 3, start: NOW, planned: june + 86_400 });
    await t.ticker.tick(june + 10);
    expect(t.plan()).toEqual([[june + 86_400 - 3600 - NOW, 0]]);
  });

  it('processes more than one chunk of schedules', async () => {
    const t = setUp();
    for (let i = 0; i < 300; i += 1) schedule(t.database, { planned: NOW + 60 });
    await t.ticker.tick(NOW + 60);
    expect(t.tasks()).toHaveLength(300);
    expect(new Set(t.plan().map(([planned]) => planned))).toEqual(new Set([120]));
  });

  it('decides about each rule separately, also for similar ones', async () => {
    const t = setUp();
    schedule(t.database, { planned: NOW + 60 });
    schedule(t.database, { planned: NOW + 60, recurrence: 5, start: NOW - 240 });
    schedule(t.database, { planned: NOW + 60, end: NOW + 90 });
    schedule(t.database, { planned: NOW + 60, unit: 2, start: NOW + 60 });
    await t.ticker.tick(NOW + 60);
    expect(t.plan().map(([planned]) => planned)).toEqual([120, 360, 0, 3660]);
  });

  it('catches up at the next tick after a database failure', async () => {
    const t = setUp();
    schedule(t.database, { planned: NOW + 60 });
    t.database.sqlite.pragma('query_only = on');
    await t.ticker.tick(NOW + 60);
    expect(t.ticker.isHealthy()).toBe(false);
    t.database.sqlite.pragma('query_only = off');
    await t.ticker.tick(NOW + 61);
    expect(t.ticker.isHealthy()).toBe(true);
    expect(t.tasks()).toEqual([60]);
  });
});

describe('nextChunkSize', () => {
  it.each([
    [64, 1, 128],
    [512, 1, 512],
    [64, 5, 64],
    [64, 20, 32],
    [16, 20, 16],
  ])('returns for %i after %i ms: %i', (size, took, expected) => {
    expect(nextChunkSize(size, took)).toBe(expected);
  });
});
