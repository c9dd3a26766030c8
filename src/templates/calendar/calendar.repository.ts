import { sql, type Selectable } from 'kysely';
import type { Db } from '../../database/database.js';
import { idList } from '../../database/missing-ids.js';
import { offsetOf, type Page } from '../../http/common.js';
import type { ScheduleTable } from '../../schedules/schedules.table.js';
import type { PastStart } from './calendar.js';

export type ScheduledTemplate = Selectable<ScheduleTable> & { name: string };

/** Returns a page of the templates that have a schedule, by id, and their total. */
export async function selectScheduledTemplates(
  db: Db,
  page: Page,
): Promise<{ items: ScheduledTemplate[]; total: number }> {
  const items = await db
    .selectFrom('schedules as s')
    .innerJoin('templates as t', 't.id', 's.template_id')
    .selectAll('s')
    .select('t.name')
    .orderBy('s.template_id')
    .limit(page.limit)
    .offset(offsetOf(page))
    .execute();
  const { total } = await db
    .selectFrom('schedules')
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { items, total };
}

/**
 * Returns the due starts of these templates from `from` to before `to` with their tasks, ascending: of each
 * template the newest `limit`.
 */
export async function selectPastStarts(
  db: Db,
  templateIds: readonly number[],
  { from, to, limit }: { from: number; to: number; limit: number },
): Promise<(PastStart & { template_id: number })[]> {
  return db
    .selectFrom('schedule_history as h')
    .leftJoin('tasks as t', 't.id', 'h.task_id')
    .select(['h.template_id', 'h.due_at', 'h.result', 'h.reason', 't.id as task_id'])
    .select(['t.status', 't.started_at', 't.finished_at'])
    .where('h.template_id', 'in', idList(templateIds))
    .where(
      'h.id',
      'in',
      sql<number>`(SELECT id FROM schedule_history WHERE template_id = h.template_id AND due_at >= ${from} AND due_at < ${to} ORDER BY due_at DESC LIMIT ${limit})`,
    )
    .orderBy('h.template_id')
    .orderBy('h.due_at')
    .execute();
}

/** Returns the lengths of the last `count` completed tasks of each template, in seconds. */
export async function selectTaskLengths(
  db: Db,
  templateIds: readonly number[],
  count: number,
): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ id: number; lengths: string }>`
    SELECT value AS id, (
      SELECT json_group_array(seconds) FROM (
        SELECT finished_at - started_at AS seconds FROM tasks
        WHERE templates_id = value AND status = 'completed' ORDER BY id DESC LIMIT ${count})) AS lengths
    FROM json_each(${JSON.stringify(templateIds)})`.execute(db);
  return new Map(rows.map(({ id, lengths }) => [id, JSON.parse(lengths) as number[]]));
}
