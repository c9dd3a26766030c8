import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { queryBuilder, selectAll } from '../../database/query-builder.js';
import type { Sqlite } from '../../database/sqlite.js';
import { activeAcceptance } from '../acceptances/acceptance-coverage.repository.js';
import type { ListedFinding } from '../findings/findings.presenter.js';
import {
  directionOf,
  factConditions,
  hostConditions,
  lastSeen,
  SEVERITY_RANK,
  type FindingSort,
  type SortOrder,
} from '../findings/findings.repository.js';
import { EPSS_SCORE, IMPACT, riskOf } from '../risk/risk.repository.js';
import type {
  ChangeFilter,
  ChangeOfFinding,
  FlatFilter,
  FindingKey,
  ValuedKey,
} from './flat-findings.js';

const RISK = riskOf(IMPACT);
const READ_AT = sql<number>`(SELECT read_at FROM host_match_states WHERE host_id = f.host_id)`;

/** Orders that all findings of a fact share. */
const FACT_ORDERS: Readonly<Partial<Record<FindingSort, [RawBuilder<unknown>, 'asc' | 'desc']>>> = {
  risk: [RISK, 'desc'],
  severity: [SEVERITY_RANK, 'asc'],
  cvss_score: [sql`v.cvss_score`, 'desc'],
  epss: [EPSS_SCORE, 'desc'],
  package: [sql`k.package`, 'asc'],
};

/** Whether all findings of a fact have the same place in an order. */
export const isOrderOfFacts = ({ by }: SortOrder): boolean => by in FACT_ORDERS;

const FACT_ORDER = sql`k.vulnerability_id, k.package, k.port, k.architecture, k.id`;

function orderBy({ by, isReversed }: SortOrder): RawBuilder<unknown> {
  const [value, natural] = FACT_ORDERS[by] ?? [RISK, 'desc'];
  return sql`${value} ${sql.raw(directionOf(natural, isReversed))}, ${FACT_ORDER}`;
}

/** The conditions on findings f of now. */
export function presentConditions(filter: FlatFilter, now: number): Expression<SqlBool> {
  const { since, until } = filter;
  const after = since === undefined ? sql`1` : sql`f.first_seen >= ${since}`;
  const before = until === undefined ? sql`1` : sql`f.first_seen < ${until}`;
  return sql<SqlBool>`${hostConditions(filter, now)} AND ${after} AND ${before}`;
}

/** Runs a query whose rows are read as arrays. */
function selectRows<R>(sqlite: Sqlite, query: RawBuilder<R>): R[] {
  const { sql: text, parameters } = query.compile(queryBuilder);
  return sqlite
    .prepare(text)
    .raw()
    .all(...parameters) as R[];
}

/** As `selectRows`, one after the other: there may be more than a million. */
function iterateRows<R>(sqlite: Sqlite, query: RawBuilder<R>): Iterable<R> {
  const { sql: text, parameters } = query.compile(queryBuilder);
  return sqlite
    .prepare(text)
    .raw()
    .iterate(...parameters) as Iterable<R>;
}

/** Returns the ids of the facts that a filter of facts selects. */
export const selectMatchingFacts = (sqlite: Sqlite, filter: FlatFilter): number[] =>
  selectRows(
    sqlite,
    sql<
      [number]
    >`SELECT k.id FROM facts k JOIN vulnerabilities v ON v.id = k.vulnerability_id WHERE ${factConditions(filter)}`,
  ).map(([id]) => id);

/** Returns the facts that match, in their order. */
export const rankFacts = (sqlite: Sqlite, filter: FlatFilter, sort: SortOrder): number[] =>
  selectRows(
    sqlite,
    sql<[number]>`SELECT k.id FROM facts k JOIN vulnerabilities v ON v.id = k.vulnerability_id
      WHERE ${factConditions(filter)} ORDER BY ${isOrderOfFacts(sort) ? orderBy(sort) : FACT_ORDER}`,
  ).map(([id]) => id);

/** Returns the changes that match the part of a filter about hosts, in their order: first the id of the difference. */
export function valueChanges(
  sqlite: Sqlite,
  { state, since, until, cause, ...filter }: ChangeFilter,
  { by }: SortOrder,
  now: number,
): Iterable<ValuedKey> {
  const list = sql.raw(state === 'new' ? 'd.appeared' : 'd.disappeared');
  const before = until === undefined ? sql`1` : sql`d.at < ${until}`;
  const because = cause === undefined ? sql`1` : sql`d.cause = ${cause}`;
  const value = by === 'host' ? sql`f.host_id` : sql`f.at`;
  return iterateRows(
    sqlite,
    sql<ValuedKey>`SELECT f.difference_id, f.fact_id, ${value} FROM
      (SELECT d.id AS difference_id, d.at, d.host_id, c.value AS fact_id FROM finding_differences d CROSS JOIN json_each(${list}) c
        WHERE d.at >= ${since ?? 0} AND ${before} AND ${because}) f
      WHERE ${hostConditions(filter, now)} ORDER BY f.at, f.difference_id`,
  );
}

const columnsOf = (now: number): RawBuilder<unknown> =>
  sql`f.fact_id, f.host_id, f.first_seen,
  CASE WHEN f.first_seen IS NOT NULL THEN ${lastSeen(READ_AT)} END AS last_seen,
  CASE WHEN f.first_seen IS NOT NULL THEN ${activeAcceptance(sql.ref('f.host_id'), now)} END AS accepted,
  (SELECT generation FROM host_match_states WHERE host_id = f.host_id) AS generation, coalesce(h.ip, '') AS ip, coalesce(h.name, '') AS host_name`;

const OF_FACTS = sql`CROSS JOIN facts k ON k.id = f.fact_id JOIN vulnerabilities v ON v.id = k.vulnerability_id LEFT JOIN hosts h ON h.id = f.host_id`;

const KEYS = (keys: readonly FindingKey[]): RawBuilder<unknown> =>
  sql`json_each(${JSON.stringify(keys)}) j`;

/** A change, with the finding of now if there is one. */
export interface ChangeRow extends Omit<ListedFinding, 'fact'>, ChangeOfFinding {
  fact_id: number;
}

/** Returns the properties of changes, in this order. Of deleted hosts, address and name are empty. */
export const presentChanges = (
  sqlite: Sqlite,
  keys: readonly FindingKey[],
  now: number,
): ChangeRow[] =>
  selectAll(
    sqlite,
    sql<ChangeRow>`SELECT ${columnsOf(now)}, f.changed_at, f.cause FROM
      (SELECT j.key AS place, d.host_id, d.at AS changed_at, d.cause, j.value ->> 1 AS fact_id, p.first_seen, p.last_seen FROM ${KEYS(keys)}
        CROSS JOIN finding_differences d ON d.id = j.value ->> 0
        LEFT JOIN host_findings p ON p.host_id = d.host_id AND p.fact_id = j.value ->> 1) f
      ${OF_FACTS} ORDER BY f.place`,
  );
