import { sql } from 'kysely';
import { queryBuilder, selectAll, selectFirst } from '../../database/query-builder.js';
import type { Db } from '../../database/database.js';
import type { Sqlite } from '../../database/sqlite.js';
import { TASK_COUNTS_VERSION } from '../../tasks/task-counts-version.js';
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
        join
          .onRef('c.template_id', '=', 't.templates_id')
          .onRef('c.task_id', '=', 't.id')
          .on('c.version', '=', TASK_COUNTS_VERSION),
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

/** Stores counts. */
export async function saveCounts(db: Db, rows: readonly TaskCountsTable[]): Promise<void> {
  await db
    .insertInto('task_counts')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.columns(['template_id', 'task_id']).doUpdateSet({
        version: sql`excluded.version`,
        counts: sql`excluded.counts`,
      }),
    )
    .execute();
}
