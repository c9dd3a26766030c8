import type { Selectable } from 'kysely';
import { queryBuilder, selectAll, selectFirst } from '../database/query-builder.js';
import type { Sqlite } from '../database/sqlite.js';
import { offsetOf, type Page } from '../http/common.js';
import type { AuditFilter, AuditLine } from './audit.schemas.js';
import type { AuditTable } from './audit.table.js';
import type { AuditChanges } from './entry/changes.js';

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
    matching(filter).selectAll().orderBy('id', 'desc').limit(page.limit).offset(offsetOf(page)),
  );
  const counted = selectFirst(
    sqlite,
    matching(filter).select((e) => e.fn.countAll<number>().as('total')),
  );
  return { items: rows.map(toAuditLine), total: counted?.total ?? 0 };
}

const toAuditLine = (row: Selectable<AuditTable>): AuditLine => ({
  id: row.id,
  time: row.time,
  actor: { token_id: row.token_id, name: row.actor, role: row.role, address: row.address },
  action: row.action,
  resource: row.resource,
  resource_id: row.resource_id,
  resource_name: row.resource_name,
  changes: row.changes === null ? null : (JSON.parse(row.changes) as AuditChanges),
  outcome: row.outcome,
  status: row.status,
  code: row.code,
  request_id: row.request_id,
  count: row.count,
});
