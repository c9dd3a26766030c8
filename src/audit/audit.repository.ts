import { sql, type Selectable } from 'kysely';
import { queryBuilder, selectAll, selectFirst } from '../database/query-builder.js';
import type { Sqlite } from '../database/sqlite.js';
import { offsetOf, type Page } from '../http/common.js';
import type { AuditFilter, AuditLine } from './audit.schemas.js';
import type { AuditTable } from './audit.table.js';
import type { AuditChanges } from './changes.js';

function matching({ resource_id: id, since, until, ...equal }: AuditFilter) {
  let query = queryBuilder.selectFrom('audit');
  const { actor, action, resource, outcome } = equal;
  if (actor !== undefined) query = query.where('actor', '=', actor);
  if (action !== undefined) query = query.where('action', '=', action);
  if (resource !== undefined) query = query.where('resource', '=', resource);
  if (outcome !== undefined) query = query.where('outcome', '=', outcome);
  if (since !== undefined) query = query.where('time', '>=', since);
  if (until !== undefined) query = query.where('time', '<=', until);
  if (id === undefined) return query;
  const isNumber = /^\d{1,15}$/.test(id);
  return query.where((e) =>
    e.or([
      e('resource_id', '=', id),
      ...(isNumber
        ? [e.and([e('first_id', '<=', Number(id)), e('last_id', '>=', Number(id))])]
        : []),
    ]),
  );
}

/** Returns a page of lines, the newest first, and their total. */
export function selectAuditLines(
  sqlite: Sqlite,
  filter: AuditFilter,
  page: Page,
): { items: AuditLine[]; total: number } {
  const rows = selectAll(
    sqlite,
    matching(filter)
      .selectAll()
      .select(CURRENT_NAME.as('current_name'))
      .orderBy('id', 'desc')
      .limit(page.limit)
      .offset(offsetOf(page)),
  );
  const counted = selectFirst(
    sqlite,
    matching(filter).select((e) => e.fn.countAll<number>().as('total')),
  );
  return { items: rows.map(toAuditLine), total: counted?.total ?? 0 };
}

/** Where the names of resources are; an acceptance is named by its vulnerability. */
const NAMES: readonly (readonly [resource: string, table: string, column: string])[] = [
  ['host', 'hosts', 'name'],
  ['group', 'groups', 'name'],
  ['template', 'templates', 'name'],
  ['schedule', 'templates', 'name'],
  ['credential', 'credentials', 'name'],
  ['notification_channel', 'notification_channels', 'name'],
  ['token', 'tokens', 'name'],
  ['acceptance', 'acceptances', 'vulnerability_id'],
];

const CURRENT_NAME = sql<string | null>`CASE resource ${sql.join(
  NAMES.map(
    ([resource, table, column]) =>
      sql`WHEN ${sql.lit(resource)} THEN (SELECT ${sql.ref(column)} FROM ${sql.table(table)} AS n WHERE n.id = CAST(resource_id AS INTEGER))`,
  ),
  sql` `,
)} END`;

/** Returns the name that a line gave or took, such as that of a deleted resource. */
function nameInChanges(changes: AuditChanges | null): string | null {
  const [before, after] = changes?.name ?? [];
  const name = after ?? before;
  return typeof name === 'string' ? name : null;
}

function toAuditLine(row: Selectable<AuditTable> & { current_name: string | null }): AuditLine {
  const changes = row.changes === null ? null : (JSON.parse(row.changes) as AuditChanges);
  return {
    id: row.id,
    time: row.time,
    actor: { token_id: row.token_id, name: row.actor, role: row.role, address: row.address },
    action: row.action,
    resource: row.resource,
    resource_id: row.resource_id,
    resource_name: row.current_name ?? (row.resource_id === null ? null : nameInChanges(changes)),
    changes,
    outcome: row.outcome,
    status: row.status,
    code: row.code,
    request_id: row.request_id,
    count: row.count,
  };
}
