import { sql } from 'kysely';
import { queryBuilder, selectAll, selectFirst } from '../../database/query-builder.js';
import type { Sqlite } from '../../database/sqlite.js';

/** A finished task. `counts`: JSON; null: not stored. */
export type CountedTaskRow = ReturnType<typeof readNewestTasks>[number];

/** Returns the newest finished tasks of a template with their stored counts, newest first. */
export const readNewestTasks = (sqlite: Sqlite, templateId: number, last: number) =>
  selectAll(
    sqlite,
    queryBuilder
      .selectFrom('tasks')
      .select(['id', 'status', 'finished_at', 'counts'])
      .where('templates_id', '=', templateId)
      .where('status', '<>', sql.lit('working'))
      .orderBy('id', 'desc')
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
