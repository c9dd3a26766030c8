import { describe, expect, it } from 'vitest';
import {
  listHistory,
  previewStarts,
  putSchedule,
  readSchedules,
  removeSchedule,
  setScheduleEnabled,
} from '../../src/schedules/schedules.service.js';
import { addTemplate, NOW, testDatabase } from '../support/database.js';

const DAILY = { unit: 3, recurrence: 1, start_time: NOW, end_time: null } as const;

function setUp() {
  const database = testDatabase();
  const id = addTemplate(database, {});
  const read = async (now = NOW) => (await readSchedules(database.db, [id, 404], now)).get(id);
  return { ...database, id, read };
}

describe('schedules', () => {
  it('are enabled by default, with the first start one period after now', async () => {
    const { db, id, read } = setUp();
    await putSchedule(
      db,
      id,
      { unit: 2, recurrence: 3, start_time: null, end_time: null },
      NOW,
      'UTC',
    );
    expect(await read()).toEqual({
      type: 2,
      recurrence: 3,
      start_time: NOW,
      local_time: null,
      end_time: null,
      enabled: true,
      is_expired: false,
      last_start: 0,
      scheduled_time: NOW + 3 * 3600,
    });
  });

  it('use a start time in the past as an anchor only', async () => {
    const { db, id, read } = setUp();
    await putSchedule(db, id, { ...DAILY, start_time: NOW - 10 * 86_400 + 60 }, NOW, 'UTC');
    expect((await read())?.scheduled_time).toBe(NOW + 60);
  });

  it('are expired after their end, and plan nothing', async () => {
    const { db, id, read } = setUp();
    await putSchedule(db, id, { ...DAILY, start_time: NOW - 100, end_time: NOW - 50 }, NOW, 'UTC');
    expect(await read()).toMatchObject({ is_expired: true, scheduled_time: 0, enabled: true });
  });

  it('stay disabled and keep their last start when edited', async () => {
    const { db, sqlite, id, read } = setUp();
    await putSchedule(db, id, { ...DAILY, enabled: false }, NOW, 'UTC');
    sqlite.prepare('UPDATE schedules SET last_start = 7').run();
    await putSchedule(db, id, { ...DAILY, recurrence: 2 }, NOW, 'UTC');
    expect(await read()).toMatchObject({
      enabled: false,
      recurrence: 2,
      scheduled_time: 0,
      last_start: 7,
    });
  });

  it('can be removed', async () => {
    const { db, id, read } = setUp();
    await putSchedule(db, id, DAILY, NOW, 'UTC');
    await removeSchedule(db, id);
    expect(await read()).toBeUndefined();
  });
});

describe('setScheduleEnabled', () => {
  it('plans nothing when disabled, and only later starts when enabled again', async () => {
    const { db, id, read } = setUp();
    await putSchedule(db, id, DAILY, NOW, 'UTC');
    await setScheduleEnabled(db, id, false, NOW, 'UTC');
    expect(await read()).toMatchObject({ enabled: false, scheduled_time: 0 });
    await setScheduleEnabled(db, id, true, NOW + 3 * 86_400 + 5, 'UTC');
    expect(await read()).toMatchObject({ enabled: true, scheduled_time: NOW + 4 * 86_400 });
  });

  it('keeps a start that is due in this second if the schedule was enabled', async () => {
    const { db, id, read } = setUp();
    await putSchedule(db, id, DAILY, NOW, 'UTC');
    await setScheduleEnabled(db, id, true, NOW + 86_400, 'UTC');
    expect((await read())?.scheduled_time).toBe(NOW + 86_400);
  });

  it('throws no_schedule without a schedule', async () => {
    const { db, id } = setUp();
    await expect(setScheduleEnabled(db, id, true, NOW, 'UTC')).rejects.toMatchObject({
      code: 'no_schedule',
    });
  });
});

describe('previewStarts', () => {
  it('returns the next starts, the first of which is the planned one', async () => {
    const { db, id } = setUp();
    await putSchedule(db, id, DAILY, NOW, 'UTC');
    expect(await previewStarts(db, id, 3, NOW + 1, 'UTC')).toEqual(
      [1, 2, 3].map((d) => NOW + d * 86_400),
    );
  });

  it('throws no_schedule without a schedule', async () => {
    const { db, id } = setUp();
    await expect(previewStarts(db, id, 1, NOW, 'UTC')).rejects.toMatchObject({
      code: 'no_schedule',
    });
  });
});

describe('listHistory', () => {
  it('returns pages, newest first', async () => {
    const { db, sqlite, id } = setUp();
    const insert = sqlite.prepare(
      "INSERT INTO schedule_history (template_id, due_at, result, recorded_at) VALUES (?, ?, 'started', ?)",
    );
    for (let i = 1; i <= 5; i += 1) insert.run(id, NOW + i, NOW);
    const page = await listHistory(db, id, { limit: 2, page: 2 });
    expect(page.total).toBe(5);
    expect(page.items.map((h) => h.due_at)).toEqual([NOW + 3, NOW + 2]);
    expect((await listHistory(db, id, { limit: 2, page: 9 })).items).toEqual([]);
  });
});
