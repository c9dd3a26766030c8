import { sql, type Selectable } from 'kysely';
import type { Db } from '../../database/database.js';
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
  // The oldest one of a template is looked up first: others of a long history are not read.
  const { rows } = await sql<PastStart & { template_id: number }>`
    SELECT h.template_id, h.due_at, h.result, h.reason, t.id AS task_id, t.status, t.started_at, t.finished_at
    FROM json_each(${JSON.stringify(templateIds)}) v CROSS JOIN schedule_history h LEFT JOIN tasks t ON t.id = h.task_id
    WHERE h.template_id = v.value AND h.due_at < ${to} AND h.due_at >= (
      SELECT coalesce(min(due_at), ${to}) FROM (
        SELECT due_at FROM schedule_history WHERE template_id = v.value AND due_at >= ${from} AND due_at < ${to}
        ORDER BY due_at DESC LIMIT ${limit}))
    ORDER BY h.template_id, h.due_at`.execute(db);
  return rows;
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
