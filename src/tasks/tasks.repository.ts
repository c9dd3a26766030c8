import { sql, type RawBuilder, type Selectable, type SelectQueryBuilder } from 'kysely';
import type { Db } from '../database/database.js';
import { sortOrder, textMatches } from '../database/lists/sorted-list.js';
import { idList } from '../database/missing-ids.js';
import type { Tables } from '../database/tables.js';
import { offsetOf, type Page } from '../http/common.js';
import type { FoundService } from '../pentest/service.js';
import type { TaskHostsQuery, TaskListQuery, TaskResponse, TaskSort } from './tasks.schemas.js';
import { taskNumber } from './tasks.start.js';
import type { TaskHostTable, TaskTable } from './tasks.table.js';

const COLUMNS = [
  'id',
  'created_at',
  'updated_at',
  'templates_id',
  'task_type',
  'status',
  'percent',
  'state',
  'archived',
  'started_at',
  'finished_at',
  'trigger',
  'scheduled_for',
  'hosts_total',
  'hosts_done',
  'hosts_unanswered',
  'error',
] as const;
type Row = Pick<Selectable<TaskTable>, (typeof COLUMNS)[number]> & { template: string | null };

const selectTask = (db: Db) =>
  db
    .selectFrom('tasks')
    .select(COLUMNS)
    .select((e) =>
      e
        .selectFrom('templates')
        .select('templates.name')
        .whereRef('templates.id', '=', 'tasks.templates_id')
        .as('template'),
    );

const toTask = (row: Row): TaskResponse => ({
  ...row,
  archived: row.archived === 1,
  number_task: taskNumber(row.id),
});

export async function findTask(db: Db, id: number): Promise<TaskResponse | undefined> {
  const row = await selectTask(db).where('id', '=', id).executeTakeFirst();
  return row && toTask(row);
}

const TEMPLATE_NAME = sql`(SELECT p.name FROM templates p WHERE p.id = tasks.templates_id)`;
const NUMBER = sql`'TASK-' || printf('%05d', tasks.id)`;

const ORDERS: Readonly<Record<TaskSort, RawBuilder<unknown>>> = {
  id: sql`id`,
  template: sql`${TEMPLATE_NAME} COLLATE NOCASE`,
  type: sql`task_type`,
  status: sql`status`,
  hosts: sql`hosts_total - hosts_unanswered`,
  started_at: sql`started_at`,
  duration: sql`finished_at - started_at`,
};

function filtered<O>(
  query: SelectQueryBuilder<Tables, 'tasks', O>,
  f: TaskListQuery,
): SelectQueryBuilder<Tables, 'tasks', O> {
  let q = query;
  if (f.templates_id !== undefined) q = q.where('templates_id', '=', f.templates_id);
  if (f.status !== undefined) q = q.where('status', '=', f.status);
  if (f.task_type !== undefined) q = q.where('task_type', '=', f.task_type);
  if (f.host_id !== undefined)
    q = q.where('id', 'in', (e) =>
      e
        .selectFrom('task_hosts')
        .select('task_id')
        .where('host_id', '=', f.host_id ?? 0),
    );
  if (f.q !== undefined)
    q = q.where(textMatches(f, [NUMBER, TEMPLATE_NAME, sql`state`, sql`error`]));
  return f.archived === 'all' ? q : q.where('archived', '=', f.archived === 'true' ? 1 : 0);
}

/** Returns a page of tasks in the order of the query. */
export async function selectTasks(
  db: Db,
  filter: TaskListQuery,
): Promise<{ items: TaskResponse[]; total: number }> {
  const rows = await filtered(selectTask(db), filter)
    .orderBy(sortOrder(filter, ORDERS))
    .limit(filter.limit)
    .offset(offsetOf(filter))
    .execute();
  const { total } = await filtered(
    db.selectFrom('tasks').select((e) => e.fn.countAll<number>().as('total')),
    filter,
  ).executeTakeFirstOrThrow();
  return { items: rows.map(toTask), total };
}

export type TaskHostRow = Omit<Selectable<TaskHostTable>, 'task_id' | 'crashes' | 'unanswered'>;

/** Returns a page of the hosts of a task, by id; `waiting`: those without an outcome. */
export function listTaskHosts(
  db: Db,
  taskId: number,
  { outcome, ...page }: TaskHostsQuery,
): Promise<TaskHostRow[]> {
  let query = db
    .selectFrom('task_hosts')
    .select(['host_id', 'ip', 'name', 'outcome', 'reason', 'detail', 'started_at', 'finished_at'])
    .where('task_id', '=', taskId);
  if (outcome === 'waiting') query = query.where('outcome', 'is', null);
  else if (outcome !== undefined) query = query.where('outcome', '=', outcome);
  return query.orderBy('host_id').limit(page.limit).offset(offsetOf(page)).execute();
}

/** Returns the number of hosts of a task by outcome; `waiting`: those without one. */
export async function countOutcomes(db: Db, taskId: number): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('task_hosts')
    .select((e) => [
      e.fn.coalesce('outcome', e.val('waiting')).as('name'),
      e.fn.countAll<number>().as('count'),
    ])
    .where('task_id', '=', taskId)
    .groupBy('outcome') // not 'name', which SQLite reads as the column
    .execute();
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

/** Returns the results of a task by host, with the times of each service. */
export async function listTaskResults(db: Db, taskId: number, page: Page) {
  const rows = await db
    .selectFrom('task_hosts as h')
    .leftJoin('task_scans as s', (j) =>
      j.onRef('s.task_id', '=', 'h.task_id').onRef('s.host_id', '=', 'h.host_id'),
    )
    .select(['h.host_id', 'h.ip', 'h.name', 'h.outcome', 'h.finished_at', 's.services'])
    .where('h.task_id', '=', taskId)
    .orderBy('h.host_id')
    .limit(page.limit)
    .offset(offsetOf(page))
    .execute();
  const firstSeen = await loadFirstSeen(
    db,
    rows.filter((r) => r.services !== null).map((r) => r.host_id),
  );
  return rows.map(({ finished_at, ...r }) => ({
    ...r,
    services: (r.services === null ? [] : (JSON.parse(r.services) as FoundService[])).map((s) => {
      const last_seen = finished_at ?? 0;
      return {
        ...s,
        first_seen: Math.min(
          firstSeen.get(`${r.host_id}/${s.transport}/${s.port}`) ?? last_seen,
          last_seen,
        ),
        last_seen,
      };
    }),
  }));
}

/** A scan does not store when its ports were first seen: the current state of the host does. */
async function loadFirstSeen(db: Db, hostIds: readonly number[]): Promise<Map<string, number>> {
  const known = await db
    .selectFrom('services')
    .select(['host_id', 'transport', 'port', 'first_seen'])
    .where('host_id', 'in', idList(hostIds))
    .execute();
  return new Map(known.map((s) => [`${s.host_id}/${s.transport}/${s.port}`, s.first_seen]));
}

export async function deleteTaskRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('tasks').where('id', '=', id).execute();
}

/** Requests a working task to stop. Returns false if it is not working. */
export async function requestStop(db: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tasks')
    .set({ stop_requested: 1 })
    .where('id', '=', id)
    .where('status', '=', 'working')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Archives the tasks of these templates, and requests the working ones to stop. */
export async function archiveTasks(trx: Db, templateIds: readonly number[]): Promise<void> {
  await trx
    .updateTable('tasks')
    .set({ stop_requested: 1 })
    .where('templates_id', 'in', templateIds)
    .where('status', '=', 'working')
    .execute();
  await trx
    .updateTable('tasks')
    .set({ archived: 1 })
    .where('templates_id', 'in', templateIds)
    .where('archived', '=', 0)
    .execute();
}

/** Stores counts of tasks. @param counted JSON array of `{task_id, counts}` */
export async function saveCounts(db: Db, counted: string): Promise<void> {
  await sql`UPDATE tasks SET counts = value ->> 'counts' FROM json_each(${counted}) WHERE tasks.id = value ->> 'task_id'`.execute(
    db,
  );
}
