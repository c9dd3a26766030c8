import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../database/database.js';
import type { RuleRow } from './schedules.rows.js';
import type { HistoryItem, ScheduleTable } from './schedules.table.js';

/** The columns of a schedule that a request sets. */
export type ScheduleColumns = RuleRow &
  Pick<Insertable<ScheduleTable>, 'enabled' | 'scheduled_time'>;

export const findSchedule = (
  db: Db,
  templateId: number,
): Promise<Selectable<ScheduleTable> | undefined> =>
  db.selectFrom('schedules').selectAll().where('template_id', '=', templateId).executeTakeFirst();

export const selectSchedules = (
  db: Db,
  templateIds: readonly number[],
): Promise<Selectable<ScheduleTable>[]> =>
  db.selectFrom('schedules').selectAll().where('template_id', 'in', templateIds).execute();

/** Stores the schedule of a template, replacing an existing one; its last start is kept. */
export async function upsertSchedule(
  trx: Db,
  templateId: number,
  columns: ScheduleColumns,
): Promise<void> {
  await trx
    .insertInto('schedules')
    .values({ template_id: templateId, ...columns })
    .onConflict((c) => c.column('template_id').doUpdateSet(columns))
    .execute();
}

export async function updatePlan(
  trx: Db,
  templateId: number,
  columns: Pick<ScheduleColumns, 'enabled' | 'scheduled_time'>,
): Promise<void> {
  await trx.updateTable('schedules').set(columns).where('template_id', '=', templateId).execute();
}

export async function deleteSchedule(trx: Db, templateId: number): Promise<void> {
  await trx.deleteFrom('schedules').where('template_id', '=', templateId).execute();
}

/** Returns a page of the history, newest first, and its total. */
export async function selectHistory(
  db: Db,
  templateId: number,
  page: { limit: number; offset: number },
): Promise<{ items: HistoryItem[]; total: number }> {
  const query = db.selectFrom('schedule_history').where('template_id', '=', templateId);
  const { total } = await query
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const items = await query
    .select(['due_at', 'result', 'reason', 'detail', 'task_id', 'recorded_at'])
    .orderBy('due_at', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { items, total };
}
