import type { Selectable } from 'kysely';
import type { Db } from '../database/database.js';
import { AppError } from '../errors.js';
import { chunk } from '../lib/collections.js';
import { isExpired, keptLocalTime, nextStart, startsAfter } from './recurrence.js';
import * as repository from './schedules.repository.js';
import { toRule } from './schedules.rows.js';
import type { HistoryItem, ScheduleTable } from './schedules.table.js';
import type { ScheduleType } from './units.js';

/** A schedule in a request; times are Unix seconds. */
export interface ScheduleInput {
  unit: ScheduleType;
  recurrence: number;
  /** null: now */
  start_time: number | null;
  /** HH:MM as the request wrote it; kept where a clock change moves it to `start_time` */
  local_time?: string | null;
  /** null: unlimited */
  end_time: number | null;
  /** undefined: true for a new schedule, unchanged for an existing one */
  enabled?: boolean;
}

/**
 * A schedule in a response. `scheduled_time` is 0 if nothing is planned, `last_start` before the first
 * start.
 */
export interface Schedule {
  type: number;
  recurrence: number;
  start_time: number;
  /** HH:MM if a clock change moves the first start: the local time of the others */
  local_time: string | null;
  end_time: number | null;
  enabled: boolean;
  is_expired: boolean;
  last_start: number;
  scheduled_time: number;
}

/** Schedules per statement. */
const BATCH_SIZE = 1_000;

/**
 * Sets the schedule of a template, replacing an existing one. Only starts after `now` are planned; the
 * history is kept.
 */
export async function putSchedule(
  trx: Db,
  templateId: number,
  input: ScheduleInput,
  now: number,
  zone: string,
): Promise<void> {
  const stored = await repository.findSchedule(trx, templateId);
  const isEnabled = input.enabled ?? stored?.enabled !== 0;
  const start_time = input.start_time ?? now;
  const rule = {
    unit: input.unit,
    recurrence: input.recurrence,
    start_time,
    local_time: keptLocalTime(start_time, input.local_time ?? null, zone),
    end_time: input.end_time,
  };
  await repository.upsertSchedule(trx, templateId, {
    ...rule,
    enabled: isEnabled ? 1 : 0,
    scheduled_time: isEnabled ? (nextStart(toRule(rule), now, zone) ?? 0) : 0,
  });
}

export const removeSchedule = (trx: Db, templateId: number): Promise<void> =>
  repository.deleteSchedule(trx, templateId);

/**
 * Enables or disables the schedule of a template; without a change it is not written. Starts that were due
 * while it was disabled are never caught up. Throws `no_schedule` without a schedule.
 */
export async function setScheduleEnabled(
  trx: Db,
  templateId: number,
  isEnabled: boolean,
  now: number,
  zone: string,
): Promise<void> {
  const row = await requireSchedule(trx, templateId);
  if ((row.enabled === 1) === isEnabled) return;
  await repository.updatePlan(trx, templateId, {
    enabled: isEnabled ? 1 : 0,
    scheduled_time: isEnabled ? (nextStart(toRule(row), now, zone) ?? 0) : 0,
  });
}

/** Returns the schedules of these templates by template id; templates without one are missing. */
export async function readSchedules(
  db: Db,
  templateIds: readonly number[],
  now: number,
): Promise<Map<number, Schedule>> {
  const schedules = new Map<number, Schedule>();
  for (const ids of chunk(templateIds, BATCH_SIZE)) {
    for (const row of await repository.selectSchedules(db, ids))
      schedules.set(row.template_id, toSchedule(row, now));
  }
  return schedules;
}

const toSchedule = (row: Selectable<ScheduleTable>, now: number): Schedule => ({
  type: row.unit,
  recurrence: row.recurrence,
  start_time: row.start_time,
  local_time: row.local_time,
  end_time: row.end_time,
  enabled: row.enabled === 1,
  is_expired: isExpired(toRule(row), now),
  last_start: row.last_start,
  scheduled_time: row.scheduled_time,
});

/**
 * Returns the next `count` starts, ascending, as if the schedule were enabled. Throws `no_schedule`
 * without a schedule.
 */
export async function previewStarts(
  db: Db,
  templateId: number,
  count: number,
  now: number,
  zone: string,
): Promise<number[]> {
  return startsAfter(toRule(await requireSchedule(db, templateId)), now, zone, count);
}

/** Returns the history of the due starts of a template, newest first. `page` counts from 1. */
export const listHistory = (
  db: Db,
  templateId: number,
  { limit, page }: { limit: number; page: number },
): Promise<{ items: HistoryItem[]; total: number }> =>
  repository.selectHistory(db, templateId, { limit, offset: (page - 1) * limit });

async function requireSchedule(db: Db, templateId: number): Promise<Selectable<ScheduleTable>> {
  const row = await repository.findSchedule(db, templateId);
  if (!row) throw new AppError('no_schedule', `Template ${templateId} has no schedule`);
  return row;
}
