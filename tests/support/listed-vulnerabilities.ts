import { sql } from 'kysely';
import { queryBuilder, selectAll } from '../../src/database/query-builder.js';
import type { Sqlite } from '../../src/database/sqlite.js';
import { SEVERITIES, type Severity } from '../../src/knowledge/records.js';
import {
  BY_RISK,
  factConditions,
  hostConditions,
  lastSeen,
  SEVERITY_RANK,
  type FindingSort,
} from '../../src/vulnerabilities/findings/findings.repository.js';
import { parseJsonColumn } from '../../src/vulnerabilities/findings/findings.presenter.js';
import type { VulnerabilityListQuery } from '../../src/vulnerabilities/lists/lists.js';
import type { ListedVulnerability } from '../../src/vulnerabilities/lists/present-vulnerabilities.js';
import { rateRisk, type RiskInput } from '../../src/vulnerabilities/risk/risk.js';
import { IMPACT, riskOf } from '../../src/vulnerabilities/risk/risk.repository.js';

/** Returns a page of the vulnerabilities with open findings by plain queries, as the service must list them. */
export function listByQueries(
  sqlite: Sqlite,
  { filter, page, sort = BY_RISK }: VulnerabilityListQuery,
  now: number,
): { items: ListedVulnerability[]; total: number } {
  const query = queryBuilder
    .selectFrom('facts as k')
    .innerJoin('vulnerabilities as v', 'v.id', 'k.vulnerability_id')
    .innerJoin('host_findings as f', 'f.fact_id', 'k.id')
    .leftJoin('host_match_states as j', 'j.host_id', 'f.host_id')
    .select(({ fn }) => [
      'v.id',
      'v.title',
      'v.cvss_score',
      'v.epss',
      'v.kev',
      'v.exploitation',
      sql<number>`min(${SEVERITY_RANK})`.as('rank'),
      riskOf(sql<number>`max(${IMPACT})`).as('risk'),
      fn.count<number>('f.host_id').distinct().as('hosts'),
      fn.min('f.first_seen').as('first_seen'),
      sql<number>`max(${lastSeen(sql.ref('j.read_at'))})`.as('last_seen'),
      sql<string>`json_group_array(DISTINCT k.package)`.as('packages'),
    ])
    .where(factConditions(filter))
    .where(hostConditions(filter, now))
    .groupBy('v.id');
  const rows = selectAll(sqlite, query).map((row) => ({
    ...row,
    packages: (JSON.parse(row.packages) as (string | null)[])
      .filter((name) => name !== null)
      .sort(),
  }));
  type Row = (typeof rows)[number];
  const values: Record<FindingSort, (row: Row) => number | string> = {
    risk: (row) => -row.risk,
    severity: (row) => row.rank,
    cvss_score: (row) => -(row.cvss_score ?? -1),
    epss: (row) => -((parseJsonColumn(row.epss) as RiskInput['epss'])?.score ?? -1),
    first_seen: (row) => -row.first_seen,
    last_seen: (row) => -row.last_seen,
    host: (row) => -row.hosts,
    package: (row) => row.packages[0] ?? '',
  };
  const compare = (a: number | string, b: number | string): number => Number(a > b) - Number(a < b);
  rows.sort((a, b) => {
    const order = compare(values[sort.by](a), values[sort.by](b));
    if (order !== 0) return sort.isReversed ? -order : order;
    return a.rank - b.rank || (b.cvss_score ?? -1) - (a.cvss_score ?? -1) || compare(a.id, b.id);
  });
  const from = (page.page - 1) * page.limit;
  return { items: rows.slice(from, from + page.limit).map(present), total: rows.length };
}

function present(row: {
  id: string;
  title: string;
  cvss_score: number | null;
  epss: string | null;
  kev: string | null;
  exploitation: RiskInput['exploitation'];
  rank: number;
  risk: number;
  hosts: number;
  first_seen: number;
  last_seen: number;
  packages: string[];
}): ListedVulnerability {
  const severity = SEVERITIES[row.rank] as Severity;
  const scores = {
    cvss_score: row.cvss_score,
    epss: parseJsonColumn(row.epss) as RiskInput['epss'],
    kev: parseJsonColumn(row.kev) as RiskInput['kev'],
  };
  const { exploitation } = row;
  return {
    vulnerability_id: row.id,
    title: row.title,
    ...scores,
    severity,
    hosts_affected: row.hosts,
    packages: row.packages,
    risk: Math.round(row.risk * 10) / 10,
    risk_reason: rateRisk({ severity, exploitation, ...scores }).risk_reason,
    first_seen: row.first_seen,
    last_seen: row.last_seen,
  };
}
