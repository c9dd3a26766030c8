import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import type { Db } from '../../database/database.js';
import { idList } from '../../database/missing-ids.js';
import { queryBuilder, selectAll, selectFirst } from '../../database/query-builder.js';
import type { Sqlite } from '../../database/sqlite.js';
import { offsetOf, type Page } from '../../http/common.js';
import { SECONDS_PER_DAY } from '../../lib/times.js';
import { IS_IMPORTANT } from '../findings/findings.repository.js';
import { COVERS_LOCATION, isActiveAcceptance } from './acceptance-coverage.repository.js';
import type { AcceptedHosts, FindingLocation } from './acceptances.js';

const COLUMNS = [
  'a.id',
  'a.vulnerability_id',
  'a.host_id',
  'a.group_id',
  'a.package',
  'a.port',
  'a.transport',
  'a.reason',
  'a.by',
  'a.until',
  'a.kind',
  'a.source',
  'a.justification',
  'a.vex_status',
  'a.product',
  'a.product_match',
  'a.created_at',
] as const;

/** Selects acceptances. An absent key does not filter. */
export interface AcceptanceFilter {
  id?: number | undefined;
  vulnerability_id?: string | undefined;
  host_id?: number | undefined;
  group_id?: number | undefined;
  kind?: 'person' | 'vendor' | undefined;
  source?: string | undefined;
  ended?: boolean | undefined;
  expiring_within_days?: number | undefined;
}

/** Numbers the next change: the last one before the end of a task selects the acceptances that its report uses. */
export async function nextAcceptanceChange(db: Db): Promise<number> {
  const { number } = await db
    .updateTable('newest_acceptance_change')
    .set({ number: sql<number>`number + 1` })
    .returning('number')
    .executeTakeFirstOrThrow();
  return number;
}

interface NewAcceptance extends AcceptedHosts, FindingLocation {
  vulnerability_id: string;
  reason: string;
  /** name of the token */
  by: string;
  until: number | null;
  justification: string | null;
}

/** Stores an acceptance of a person; returns its id. Inside a transaction. */
export async function insertAcceptance(
  db: Db,
  acceptance: NewAcceptance,
  now: number,
): Promise<number> {
  const began_change = await nextAcceptanceChange(db);
  const { id } = await db
    .insertInto('acceptances')
    .values({ ...acceptance, created_at: now, began_change })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Ends acceptances, as one change; returns how many were active. Inside a transaction. */
export async function endAcceptances(db: Db, ids: readonly number[], now: number): Promise<number> {
  const ended_change = await nextAcceptanceChange(db);
  const { numUpdatedRows } = await db
    .updateTable('acceptances')
    .set({ ended_at: now, ended_change })
    .where('id', 'in', idList(ids))
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Returns a page of acceptances, the newest first. @param now Unix seconds */
export function selectAcceptances(
  sqlite: Sqlite,
  filter: AcceptanceFilter,
  page: Page,
  now: number,
) {
  const matching = queryBuilder.selectFrom('acceptances as a').where(conditions(filter, now));
  const rows = matching
    .leftJoin('hosts as h', 'h.id', 'a.host_id')
    .leftJoin('groups as g', 'g.id', 'a.group_id')
    .select([
      ...COLUMNS,
      endedAt(now).as('ended_at'),
      REPLACED.as('replaces'),
      'h.name as host_name',
      'g.name as group_name',
    ])
    .orderBy('a.id', 'desc')
    .limit(page.limit)
    .offset(offsetOf(page));
  const count = matching.select(({ fn }) => fn.countAll<number>().as('total'));
  return { rows: selectAll(sqlite, rows), total: selectFirst(sqlite, count)?.total ?? 0 };
}

/**
 * The id of the acceptance that a replaces: it covered the same, and ended by the change before, at the same second. So
 * does one that is revoked and stored again within a second, which is the same to the register.
 */
const REPLACED = sql<
  number | null
>`(SELECT p.id FROM acceptances p WHERE p.vulnerability_id = a.vulnerability_id
  AND p.ended_change = a.began_change - 1 AND p.ended_at = a.created_at AND p.kind = a.kind AND p.host_id IS a.host_id
  AND p.group_id IS a.group_id AND p.package IS a.package AND p.port IS a.port AND p.transport IS a.transport)`;

/** When acceptance a ended: it was revoked, or expired; null: it is active. */
const endedAt = (now: number): RawBuilder<number | null> =>
  sql`coalesce(a.ended_at, CASE WHEN a."until" <= ${now} THEN a."until" END)`;

function conditions(filter: AcceptanceFilter, now: number): Expression<SqlBool> {
  const { ended, expiring_within_days: days } = filter;
  const found: Expression<SqlBool>[] = [sql<SqlBool>`true`];
  for (const column of ['id', 'vulnerability_id', 'host_id', 'group_id', 'kind', 'source'] as const)
    if (filter[column] !== undefined)
      found.push(sql<SqlBool>`${sql.ref(`a.${column}`)} = ${filter[column]}`);
  const isActive = isActiveAcceptance(now);
  if (ended !== undefined) found.push(ended ? sql<SqlBool>`NOT ${isActive}` : isActive);
  if (days !== undefined)
    found.push(sql<SqlBool>`(${isActive} AND a."until" <= ${now + days * SECONDS_PER_DAY})`);
  return sql.join(found, sql` AND `);
}

/** Returns how many active acceptances end within a number of days. @param now Unix seconds */
export const countEndingAcceptances = (sqlite: Sqlite, now: number, days: number): number =>
  selectFirst(
    sqlite,
    queryBuilder
      .selectFrom('acceptances as a')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where(isActiveAcceptance(now))
      .where('a.until', '<=', now + days * SECONDS_PER_DAY),
  )?.n ?? 0;

/**
 * Returns how many open findings each acceptance covers now, by its id; absent: none. Findings rated unimportant do
 * not count. One lookup for each host of a host or group acceptance; those of all hosts count an index.
 */
export function countFindings(
  sqlite: Sqlite,
  ids: readonly number[],
  now: number,
): Map<number, number> {
  const rows = selectAll(
    sqlite,
    queryBuilder
      .selectFrom('acceptances as a')
      .innerJoin('facts as k', 'k.vulnerability_id', 'a.vulnerability_id')
      .select(['a.id', sql<number>`sum(${HOSTS_WITH_FACT})`.as('findings')])
      .where('a.id', 'in', idList(ids))
      .where(isActiveAcceptance(now))
      .where(COVERS_LOCATION)
      .where(IS_IMPORTANT)
      .groupBy('a.id'),
  );
  return new Map(rows.map(({ id, findings }) => [id, findings]));
}

/** The number of hosts of acceptance a that have fact k. */
const HOSTS_WITH_FACT = sql<number>`CASE
  WHEN a.host_id IS NOT NULL THEN (SELECT count(*) FROM host_findings AS f WHERE f.host_id = a.host_id AND f.fact_id = k.id)
  WHEN a.group_id IS NOT NULL THEN (SELECT count(*) FROM group_hosts AS g CROSS JOIN host_findings AS f ON f.host_id = g.host_id AND f.fact_id = k.id WHERE g.group_id = a.group_id)
  ELSE (SELECT count(*) FROM host_findings AS f WHERE f.fact_id = k.id) END`;

const MAX_LOCATIONS = 20;

/** Returns the packages and ports of these hosts in which a vulnerability is found now, at most 20. */
export const findLocations = (
  sqlite: Sqlite,
  vulnerabilityId: string,
  { host_id, group_id }: AcceptedHosts,
): FindingLocation[] =>
  selectAll(
    sqlite,
    queryBuilder
      .selectFrom('facts as k')
      .select(['k.package', 'k.port', 'k.transport'])
      .distinct()
      .where('k.vulnerability_id', '=', vulnerabilityId)
      .where((e) =>
        e.exists(
          queryBuilder
            .selectFrom('host_findings as f')
            .select(sql`1`.as('one'))
            .whereRef('f.fact_id', '=', sql.ref('k.id'))
            .$if(host_id !== null, (q) => q.where('f.host_id', '=', host_id ?? 0))
            .$if(group_id !== null, (q) => q.where('f.host_id', 'in', membersOf(group_id ?? 0))),
        ),
      )
      .orderBy('k.package')
      .orderBy('k.port')
      .limit(MAX_LOCATIONS),
  );

const membersOf = (groupId: number) =>
  queryBuilder.selectFrom('group_hosts').select('host_id').where('group_id', '=', groupId);

/** The package formats and ecosystems of the findings that acceptances of a package cover, by its id. */
export const findPackageEcosystems = (
  sqlite: Sqlite,
  ids: readonly number[],
): { id: number; format: string; ecosystem: string }[] =>
  selectAll(
    sqlite,
    queryBuilder
      .selectFrom('acceptances as a')
      .innerJoin('facts as k', (join) =>
        join
          .onRef('k.vulnerability_id', '=', 'a.vulnerability_id')
          .onRef('k.package', '=', 'a.package'),
      )
      .select([
        'a.id',
        sql<string>`json_extract(k.basis, '$.format')`.as('format'),
        sql<string>`json_extract(k.basis, '$.scope')`.as('ecosystem'),
      ])
      .distinct()
      .where('a.id', 'in', idList(ids))
      .where('a.kind', '=', 'person')
      .where(sql<SqlBool>`json_extract(k.basis, '$.scope') IS NOT NULL`)
      .orderBy('a.id'),
  );
