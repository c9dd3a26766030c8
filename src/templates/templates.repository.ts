import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { Db } from '../database/database.js';
import { idList } from '../database/missing-ids.js';
import type { Tables } from '../database/tables.js';
import { foldName } from '../lib/lists/find-named.js';
import type { LoginRole } from '../tokens/tokens.js';
import type { SortBy } from '../lib/lists/sort-by.js';
import type { TemplateSort } from './templates.list.schemas.js';
import type { Template } from './templates.js';

export type StoredTemplate = Omit<Template, 'schedule'>;

/** Whose rights the logins of a template's tasks have. */
type LoginRoleChange = { login_role?: LoginRole };
export interface TemplateFilter {
  name?: string;
  type?: string;
  /** substring of the name, beside that of `name` */
  q?: string;
  sort?: SortBy<TemplateSort>;
}

const ORDERS: Readonly<Record<TemplateSort, RawBuilder<unknown>>> = {
  id: sql`t.id`,
  name: sql`t.name COLLATE NOCASE`,
  type: sql`t.type`,
  last_task: sql`(SELECT max(id) FROM tasks WHERE templates_id = t.id)`,
  next_start: sql`(SELECT nullif(scheduled_time, 0) FROM schedules WHERE template_id = t.id AND enabled = 1)`,
};

/** Returns the order of templates; those without a value are last. */
function orderOf(sort: SortBy<TemplateSort>): RawBuilder<unknown> {
  const column = ORDERS[sort.replace('-', '') as TemplateSort];
  return sort.startsWith('-')
    ? sql`${column} DESC NULLS LAST, t.id DESC`
    : sql`${column} ASC NULLS LAST, t.id`;
}

const selectTemplate = (db: Db) =>
  db
    .selectFrom('templates as t')
    .select([
      't.id',
      't.created_at',
      't.updated_at',
      't.name',
      't.type',
      't.params',
      sql<string>`(SELECT json_group_array(host_id ORDER BY host_id) FROM template_hosts WHERE template_id = t.id)`.as(
        'hosts',
      ),
      sql<string>`(SELECT json_group_array(group_id ORDER BY group_id) FROM template_groups WHERE template_id = t.id)`.as(
        'groups',
      ),
    ]);

const toTemplate = (
  row: Omit<StoredTemplate, 'hosts' | 'groups' | 'params'> & {
    hosts: string;
    groups: string;
    params: string | null;
  },
): StoredTemplate => ({
  ...row,
  hosts: JSON.parse(row.hosts) as number[],
  groups: JSON.parse(row.groups) as number[],
  params: row.params === null ? null : (JSON.parse(row.params) as Record<string, unknown>),
});

export async function findTemplate(db: Db, id: number): Promise<StoredTemplate | undefined> {
  const row = await selectTemplate(db).where('t.id', '=', id).executeTakeFirst();
  return row && toTemplate(row);
}

/**
 * Returns templates in the order of the filter, by id without one; without `page` all of them. The name filter
 * compares in lower case here, because SQLite folds ASCII only.
 */
export async function selectTemplates(
  db: Db,
  filter: TemplateFilter,
  page?: { limit: number; offset: number },
): Promise<StoredTemplate[]> {
  let query = (await matching(db, selectTemplate(db), filter)).orderBy(
    orderOf(filter.sort ?? 'id'),
  );
  if (page) query = query.limit(page.limit).offset(page.offset);
  return (await query.execute()).map(toTemplate);
}

/** Returns the number of templates that match. */
export async function countTemplates(db: Db, filter: TemplateFilter): Promise<number> {
  const query = db.selectFrom('templates as t').select((e) => e.fn.countAll<number>().as('total'));
  return (await (await matching(db, query, filter)).executeTakeFirstOrThrow()).total;
}

async function matching<O>(
  db: Db,
  query: SelectQueryBuilder<Tables & { t: Tables['templates'] }, 't', O>,
  { type, name, q }: TemplateFilter,
): Promise<SelectQueryBuilder<Tables & { t: Tables['templates'] }, 't', O>> {
  let filtered = query;
  if (type !== undefined) filtered = filtered.where('t.type', '=', type);
  const needles = [name, q].filter((text) => text !== undefined).map(foldName);
  if (needles.length === 0) return filtered;
  const names = await db.selectFrom('templates').select(['id', 'name']).execute();
  const found = names.filter((n) => needles.every((text) => foldName(n.name).includes(text)));
  return filtered.where('t.id', 'in', idList(found.map((n) => n.id)));
}

export async function insertTemplate(
  db: Db,
  t: {
    name: string;
    type: string;
    params?: unknown;
    login_role: LoginRole;
    shares_name?: boolean | undefined;
  },
  now: number,
): Promise<number> {
  const row = await db
    .insertInto('templates')
    .values({
      name: t.name,
      type: t.type,
      params: toJsonColumn(t.params),
      login_role: t.login_role,
      shares_name: t.shares_name === true ? 1 : 0,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function updateTemplateRow(
  db: Db,
  id: number,
  change: { name?: string; params?: unknown } & LoginRoleChange,
  now: number,
): Promise<void> {
  await db
    .updateTable('templates')
    .set({
      ...(change.name !== undefined && {
        name: change.name,
        shares_name: sql<number>`CASE WHEN name = ${change.name} THEN shares_name ELSE 0 END`,
      }),
      ...(change.params !== undefined && { params: toJsonColumn(change.params) }),
      ...(change.login_role !== undefined && { login_role: change.login_role }),
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();
}

const toJsonColumn = (params: unknown): string | null =>
  params === null || params === undefined ? null : JSON.stringify(params);

/** Replaces the hosts of a template. */
export async function replaceTemplateHosts(
  db: Db,
  id: number,
  hosts: readonly number[],
): Promise<void> {
  await db
    .deleteFrom('template_hosts')
    .where('template_id', '=', id)
    .where('host_id', 'not in', idList(hosts))
    .execute();
  await sql`INSERT OR IGNORE INTO template_hosts (template_id, host_id) SELECT ${id}, value FROM json_each(${JSON.stringify(hosts)})`.execute(
    db,
  );
}

/** Replaces the groups of a template. */
export async function replaceTemplateGroups(
  db: Db,
  id: number,
  groups: readonly number[],
): Promise<void> {
  await db
    .deleteFrom('template_groups')
    .where('template_id', '=', id)
    .where('group_id', 'not in', idList(groups))
    .execute();
  await sql`INSERT OR IGNORE INTO template_groups (template_id, group_id) SELECT ${id}, value FROM json_each(${JSON.stringify(groups)})`.execute(
    db,
  );
}

export async function deleteTemplateRows(db: Db, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('templates').where('id', 'in', idList(ids)).execute();
}

/** Returns the newest task of each of these templates. `counts`: JSON of the counts of its diff; null: not stored. */
export const selectLastTasks = (db: Db, templateIds: readonly number[]) =>
  db
    .selectFrom('tasks as t')
    .select(['t.id', 't.templates_id', 't.status', 't.percent', 't.started_at', 't.finished_at'])
    .select(['t.hosts_total', 't.hosts_done', 't.error', 't.counts'])
    .where(
      't.id',
      'in',
      sql<number>`(SELECT (SELECT max(id) FROM tasks WHERE templates_id = value) FROM json_each(${JSON.stringify(templateIds)}))`,
    )
    .execute();
