import { sql } from 'kysely';
import { queryBuilder, selectAll, selectFirst } from '../../database/query-builder.js';
import type { Db } from '../../database/database.js';
import type { Sqlite } from '../../database/sqlite.js';
import type { TaskCountsTable } from './task-counts.table.js';

/** A finished task. `counts`: JSON; null: not stored. */
export type CountedTaskRow = ReturnType<typeof readNewestTasks>[number];

/** Returns the newest finished tasks of a template with their stored counts, newest first. */
export const readNewestTasks = (sqlite: Sqlite, templateId: number, last: number) =>
  selectAll(
    sqlite,
    queryBuilder
      .selectFrom('tasks as t')
      .leftJoin('task_counts as c', (join) =>
        join.onRef('c.template_id', '=', 't.templates_id').onRef('c.task_id', '=', 't.id'),
      )
      .select(['t.id', 't.status', 't.finished_at', 'c.counts'])
      .where('t.templates_id', '=', templateId)
      .where('t.status', '<>', sql.lit('working'))
      .orderBy('t.id', 'desc')
      .limit(last),
  );

/** Returns the ids of the finished tasks of a template, as a text: counts that were computed from others are wrong. */
export const readChainSignature = (sqlite: Sqlite, templateId: number): string =>
  selectFirst(
    sqlite,
    queryBuilder
      .selectFrom('tasks')
      .select(sql<string>`coalesce(group_concat(id), '')`.as('ids'))
      .where('templates_id', '=', templateId)
      .where('status', '<>', sql.lit('working')),
  )?.ids ?? '';

/** From after a time up to another, Unix seconds. */
interface Span {
  after: number;
  until: number;
}

/** Returns for each span how many starts of a template were due in it, and started no task. */
export function countMissedIn(
  sqlite: Sqlite,
  templateId: number,
  spans: readonly Span[],
): number[] {
  const missed = queryBuilder
    .selectFrom('schedule_history as h')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('h.template_id', '=', templateId)
    .where('h.result', '<>', sql.lit('started'))
    .where('h.due_at', '>', sql<number>`s.value ->> 'after'`)
    .where('h.due_at', '<=', sql<number>`s.value ->> 'until'`);
  return selectAll(
    sqlite,
    queryBuilder
      .selectFrom(sql<{ key: number }>`json_each(${JSON.stringify(spans)})`.as('s'))
      .select(missed.as('n'))
      .orderBy('s.key'),
  ).map(({ n }) => n ?? 0);
}

/** Stores counts. */
export async function saveCounts(db: Db, rows: readonly TaskCountsTable[]): Promise<void> {
  await db
    .insertInto('task_counts')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.columns(['template_id', 'task_id']).doUpdateSet({ counts: sql`excluded.counts` }),
    )
    .execute();
}
