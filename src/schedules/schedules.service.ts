import type { Db } from '../database/database.js';
import { AppError } from '../errors.js';
import { isExpired, nextStart, startsAfter } from './recurrence.js';
import { ruleOf } from './schedules.rows.js';
import type { HistoryResult } from './schedules.table.js';
import type { ScheduleType } from './units.js';

/** A schedule as it is asked for; times are Unix seconds. */
export interface ScheduleInput {
  unit: ScheduleType;
  recurrence: number;
  /** null: now */
  start_time: number | null;
  /** null: unbounded */
  end_time: number | null;
  /** left out: a new schedule is on, a stored one stays as it is */
  enabled?: boolean;
}

/**
 * A schedule as it is shown. `scheduled_time` is 0 when nothing is planned, `last_start` before the
 * first start.
 */
export interface Schedule {
  type: number;
  recurrence: number;
  start_time: number;
  end_time: number | null;
  enabled: boolean;
  is_expired: boolean;
  last_start: number;
  scheduled_time: number;
}

export interface HistoryItem {
  due_at: number;
  result: HistoryResult;
  reason: string | null;
  detail: string | null;
  task_id: number | null;
  recorded_at: number;
}

/**
 * Gives a template this schedule, in place of any it has. Only starts after `now` are planned; what
 * happened before is kept.
 */
export async function putSchedule(
  trx: Db,
  templateId: number,
  input: ScheduleInput,
  now: number,
  zone: string,
): Promise<void> {
  const stored = await trx
    .selectFrom('schedules')
    .select('enabled')
    .where('template_id', '=', templateId)
    .executeTakeFirst();
  const enabled = input.enabled ?? stored?.enabled !== 0;
  const rule = {
    unit: input.unit,
    recurrence: input.recurrence,
    start_time: input.start_time ?? now,
    end_time: input.end_time,
  };
  const row = {
    ...rule,
    enabled: enabled ? 1 : 0,
    scheduled_time: enabled ? (nextStart(ruleOf(rule), now, zone) ?? 0) : 0,
  } as const;
  await trx
    .insertInto('schedules')
    .values({ template_id: templateId, ...row })
    .onConflict((c) => c.column('template_id').doUpdateSet(row))
    .execute();
}

export async function removeSchedule(trx: Db, templateId: number): Promise<void> {
  await trx.deleteFrom('schedules').where('template_id', '=', templateId).execute();
}

/**
 * Switches the schedule of a template on or off; one that is so already stays untouched. What was due
 * while it was off is never
 * made up for. Throws `no_schedule` when there is none.
 */
export async function setScheduleEnabled(
  trx: Db,
  templateId: number,
  enable: boolean,
  now: number,
  zone: string,
): Promise<void> {
  const row = await storedRow(trx, templateId);
  if ((row.enabled === 1) === enable) return;
  const scheduled_time = enable ? (nextStart(ruleOf(row), now, zone) ?? 0) : 0;
  await trx
    .updateTable('schedules')
    .set({ enabled: enable ? 1 : 0, scheduled_time })
    .where('template_id', '=', templateId)
    .execute();
}

/** The schedules of these templates, by template id; those without one are missing. */
export async function readSchedules(
  db: Db,
  templateIds: readonly number[],
  now: number,
): Promise<Map<number, Schedule>> {
  const found = new Map<number, Schedule>();
  for (let i = 0; i < templateIds.length; i += 1_000) {
    const rows = await db
      .selectFrom('schedules')
      .selectAll()
      .where('template_id', 'in', templateIds.slice(i, i + 1_000))
      .execute();
    for (const { template_id, unit, enabled, ...rest } of rows) {
      found.set(template_id, {
        ...rest,
        type: unit,
        enabled: enabled === 1,
        is_expired: isExpired(ruleOf({ unit, ...rest }), now),
      });
    }
  }
  return found;
}

/** The next `count` starts, as if the schedule were on, ascending. Throws `no_schedule` when there is none. */
export async function previewStarts(
  db: Db,
  templateId: number,
  count: number,
  now: number,
  zone: string,
): Promise<number[]> {
  return startsAfter(ruleOf(await storedRow(db, templateId)), now, zone, count);
}

/** What became of the due starts of a template, newest first. `page` counts from 1. */
export async function listHistory(
  db: Db,
  templateId: number,
  paging: { limit: number; page: number },
): Promise<{ items: HistoryItem[]; total: number }> {
  const of = db.selectFrom('schedule_history').where('template_id', '=', templateId);
  const { total } = await of
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const items = await of
    .select(['due_at', 'result', 'reason', 'detail', 'task_id', 'recorded_at'])
    .orderBy('due_at', 'desc')
    .limit(paging.limit)
    .offset((paging.page - 1) * paging.limit)
    .execute();
  return { items, total };
}

async function storedRow(db: Db, templateId: number) {
  const row = await db
    .selectFrom('schedules')
    .selectAll()
    .where('template_id', '=', templateId)
    .executeTakeFirst();
  if (!row) throw new AppError('no_schedule', `The template ${templateId} has no schedule`);
  return row;
}
