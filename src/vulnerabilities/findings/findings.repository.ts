import { expressionBuilder, sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { queryBuilder, selectAll, selectFirst } from '../../database/query-builder.js';
import type { Sqlite } from '../../database/sqlite.js';
import { offsetOf, type Page } from '../../http/common.js';
import { SEVERITIES, type Severity } from '../../knowledge/records.js';
import { EPSS_SCORE, IMPACT, riskOf } from '../risk/risk.repository.js';
import {
  activeAcceptance,
  isAcceptedFinding,
} from '../acceptances/acceptance-coverage.repository.js';
import { severitiesBetween } from '../severity.js';
import type { FactTable, HostFindingTable, VulnerabilityTable } from '../vulnerabilities.table.js';
import type { FindingRow } from './findings.presenter.js';

/** Columns of facts k and vulnerabilities v that a finding is presented from. */
export const FACT_COLUMNS = [
  'k.origin',
  'k.vulnerability_id',
  'k.package',
  'k.architecture',
  'k.port',
  'k.transport',
  'k.installed_version',
  'k.fixed_version',
  'k.severity',
  'k.confidence',
  'k.advisory',
  'k.advisory_url',
  'k.feed',
  'k.basis',
  'v.title',
  'v.aliases',
  'v.cvss_score',
  'v.cvss_vector',
  'v.epss',
  'v.kev',
  'v.exploitation',
] as const;

/** Not rated unimportant by its publisher. Of facts k. */
export const IS_IMPORTANT = sql<boolean>`NOT k.unimportant`;

/** A filter for lists of findings. An absent key does not filter. */
export interface FindingFilter {
  host_id?: number;
  vulnerability_id?: string;
  /** the lowest */
  severity?: Severity;
  /** the highest */
  severity_max?: Severity;
  kev?: boolean;
  package?: string;
  group_id?: number;
  accepted?: boolean;
  unimportant?: boolean;
  /** substring of the id, the title or the package */
  q?: string;
  /** whether a fixed version is known */
  fixable?: boolean;
  /** what runs the code from before its fix */
  runs_old_code?: 'kernel' | 'processes';
  /** lowest EPSS score, 0 to 1 */
  epss_min?: number;
}

/** Orders of lists of findings. */
export const FINDING_SORTS = [
  'risk',
  'severity',
  'cvss_score',
  'epss',
  'first_seen',
  'last_seen',
  'host',
  'package',
] as const;
export type FindingSort = (typeof FINDING_SORTS)[number];

/** An order, and whether it is turned round. */
export interface SortOrder {
  by: FindingSort;
  isReversed: boolean;
}

/** The tables that conditions refer to. */
interface Aliases {
  f: HostFindingTable;
  k: FactTable;
  v: VulnerabilityTable;
}

const e = expressionBuilder<Aliases, keyof Aliases>();

/** The conditions of a filter on facts k and vulnerabilities v. */
export function factConditions(filter: FindingFilter): Expression<SqlBool> {
  const { vulnerability_id, severity, severity_max, kev } = filter;
  const conditions: Expression<SqlBool>[] = [];
  if (!filter.unimportant) conditions.push(IS_IMPORTANT);
  if (vulnerability_id !== undefined)
    conditions.push(e('k.vulnerability_id', '=', vulnerability_id));
  if (severity !== undefined || severity_max !== undefined)
    conditions.push(e('k.severity', 'in', severitiesBetween(severity, severity_max)));
  if (kev !== undefined) conditions.push(e('v.kev', kev ? 'is not' : 'is', null));
  if (filter.package !== undefined) conditions.push(e('k.package', '=', filter.package));
  if (filter.fixable !== undefined)
    conditions.push(e('k.fixed_version', filter.fixable ? 'is not' : 'is', null));
  if (filter.runs_old_code !== undefined)
    conditions.push(
      sql<boolean>`json_extract(k.basis, '$.runs_old_code') = ${filter.runs_old_code}`,
    );
  if (filter.epss_min !== undefined) conditions.push(e(EPSS_SCORE, '>=', filter.epss_min));
  if (filter.q !== undefined) conditions.push(contains(filter.q));
  return e.and(conditions);
}

/** Whether the id, the title or the package contains a text. ASCII letters match in both cases. */
function contains(text: string): Expression<SqlBool> {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const isLike = (column: string) => sql<SqlBool>`${sql.ref(column)} LIKE ${pattern} ESCAPE '\\'`;
  return e.or([isLike('k.vulnerability_id'), isLike('v.title'), isLike('k.package')]);
}

/** The conditions of a filter on the findings of hosts f (with facts k). @param now Unix seconds */
export function hostConditions(filter: FindingFilter, now: number): Expression<SqlBool> {
  const { host_id, group_id, accepted } = filter;
  const conditions: Expression<SqlBool>[] = [];
  if (host_id !== undefined) conditions.push(e('f.host_id', '=', host_id));
  if (group_id !== undefined) conditions.push(e('f.host_id', 'in', hostsOfGroup(group_id)));
  if (accepted !== undefined)
    conditions.push(accepted ? isAcceptedFinding(now) : e.not(isAcceptedFinding(now)));
  return e.and(conditions);
}

const hostsOfGroup = (id: number) =>
  queryBuilder.selectFrom('group_hosts').select('host_id').where('group_id', '=', id);

/**
 * When the package or the port of a finding was last checked. A finding that newer data added after the check was first
 * seen at that later time, and never last seen before. Of f and k.
 * @param packagesReadAt when the packages of the host were read
 */
export const lastSeen = (packagesReadAt: RawBuilder<number | null>): RawBuilder<number> =>
  sql<number>`max(f.first_seen, CASE k.origin WHEN 'package' THEN coalesce(${packagesReadAt}, f.last_seen)
  WHEN 'service' THEN coalesce((SELECT last_seen FROM services WHERE host_id = f.host_id AND transport = k.transport AND port = k.port), f.last_seen) ELSE f.last_seen END)`;

/** 0 (critical) to 5 (unknown): an index of SEVERITIES. Of facts k. */
export const SEVERITY_RANK = sql<number>`(CASE k.severity ${sql.raw(
  SEVERITIES.map((severity, rank) => `WHEN '${severity}' THEN ${rank}`).join(' '),
)} END)`;

const selectFindings = (filter: FindingFilter, now: number) =>
  queryBuilder
    .selectFrom('host_findings as f')
    .innerJoin('facts as k', 'k.id', 'f.fact_id')
    .innerJoin('vulnerabilities as v', 'v.id', 'k.vulnerability_id')
    .innerJoin('hosts as h', 'h.id', 'f.host_id')
    .where(factConditions(filter))
    .where(hostConditions(filter, now));

/** Of the last match of the packages of the host of f. @internal */
export const OF_LAST_MATCH = {
  readAt: sql<number>`(SELECT read_at FROM host_match_states WHERE host_id = f.host_id)`,
  generation: sql<number>`(SELECT generation FROM host_match_states WHERE host_id = f.host_id)`,
};

/** Columns of f and hosts h that a finding is presented from. */
const HOST_COLUMNS = [
  'f.host_id',
  'h.ip',
  'h.name as host_name',
  'f.first_seen',
  OF_LAST_MATCH.generation.as('generation'),
] as const;

const RISK = riskOf(IMPACT);

// The direction in which a list is read: the highest risk and the latest time first, names from A to Z.
const ORDERS: Readonly<Record<FindingSort, [RawBuilder<unknown>, 'asc' | 'desc']>> = {
  risk: [RISK, 'desc'],
  severity: [SEVERITY_RANK, 'asc'],
  cvss_score: [sql`v.cvss_score`, 'desc'],
  epss: [EPSS_SCORE, 'desc'],
  first_seen: [sql`f.first_seen`, 'desc'],
  last_seen: [sql`last_seen`, 'desc'],
  host: [sql`h.name`, 'asc'],
  package: [sql`k.package`, 'asc'],
};

export const BY_RISK: SortOrder = { by: 'risk', isReversed: false };

/** Returns the direction of an order. */
export const directionOf = (natural: 'asc' | 'desc', isReversed: boolean): 'asc' | 'desc' =>
  (natural === 'asc') === isReversed ? 'desc' : 'asc';

/**
 * Returns a page of findings, highest risk first.
 * @param now Unix seconds: acceptances count as of then
 */
export function listFindings(
  sqlite: Sqlite,
  filter: FindingFilter,
  page: Page,
  now: number,
  { by, isReversed }: SortOrder = BY_RISK,
): { rows: FindingRow[]; total: number } {
  const findings = selectFindings(filter, now);
  const [order, natural] = ORDERS[by];
  const rows = findings
    .select([
      ...FACT_COLUMNS,
      ...HOST_COLUMNS,
      lastSeen(OF_LAST_MATCH.readAt).as('last_seen'),
      activeAcceptance(sql.ref('f.host_id'), now).as('accepted'),
    ])
    .orderBy(order, directionOf(natural, isReversed))
    .$if(by === 'host', (query) => query.orderBy('h.id', directionOf(natural, isReversed)))
    .orderBy('k.vulnerability_id')
    .orderBy('k.package')
    .orderBy('k.port')
    .orderBy('k.architecture')
    .orderBy('k.id')
    .orderBy('f.host_id')
    .limit(page.limit)
    .offset(offsetOf(page));
  const count = findings.select(({ fn }) => fn.countAll<number>().as('total'));
  return { rows: selectAll(sqlite, rows), total: selectFirst(sqlite, count)?.total ?? 0 };
}
