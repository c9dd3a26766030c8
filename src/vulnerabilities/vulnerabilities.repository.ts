import { sql, type RawBuilder } from 'kysely';
import { queryBuilder, selectAll, selectFirst } from '../database/query-builder.js';
import type { Sqlite } from '../database/sqlite.js';
import { SEVERITIES, type Severity } from '../knowledge/records.js';
import { mapBy } from '../lib/collections.js';
import { parseJsonColumn } from './findings/findings.presenter.js';
import {
  factConditions,
  hostConditions,
  lastSeen,
  directionOf,
  SEVERITY_RANK,
  type FindingFilter,
  type FindingSort,
  type SortOrder,
} from './findings/findings.repository.js';
import { rateRisk, type RiskInput } from './risk/risk.js';
import { EPSS_SCORE, IMPACT, riskOf } from './risk/risk.repository.js';

/** A vulnerability with open findings. `rank`: the highest severity, as an index of SEVERITIES. `risk`: not rounded. */
export interface RankedVulnerability {
  vulnerability_id: string;
  rank: number;
  risk: number;
}

/** Returns the vulnerabilities with open findings in their order, highest risk first. @param now Unix seconds */
export const rankVulnerabilities = (
  sqlite: Sqlite,
  filter: FindingFilter,
  now: number,
  order: SortOrder,
): RankedVulnerability[] => selectAll(sqlite, selectRanking(filter, now, order));

/**
 * Returns the properties of some vulnerabilities, in their order.
 * @param ranked a part of the ranking of this filter
 * @param now Unix seconds
 */
export function describeVulnerabilities(
  sqlite: Sqlite,
  filter: FindingFilter,
  now: number,
  ranked: readonly RankedVulnerability[],
) {
  const ids = ranked.map((row) => row.vulnerability_id);
  const summaries = new Map(selectAll(sqlite, selectSummaries(ids)).map((row) => [row.id, row]));
  const counts = new Map(
    selectAll(sqlite, countHosts(filter, now, ids)).map((row) => [row.vulnerability_id, row]),
  );
  const packages = mapBy(
    selectAll(sqlite, selectPackages(filter, now, ids)),
    (row) => row.vulnerability_id,
  );
  return ranked.map(({ vulnerability_id: id, rank, risk }) => {
    const { title = '', cvss_score = null, epss = null, kev = null } = summaries.get(id) ?? {};
    const { hosts_affected = 0, first_seen = 0, last_seen = 0 } = counts.get(id) ?? {};
    const severity = SEVERITIES[rank] as Severity;
    const scores = {
      cvss_score,
      epss: parseJsonColumn(epss) as RiskInput['epss'],
      kev: parseJsonColumn(kev) as RiskInput['kev'],
    };
    return {
      vulnerability_id: id,
      title,
      hosts_affected,
      first_seen,
      last_seen,
      severity,
      ...scores,
      risk: Math.round(risk * 10) / 10,
      risk_reason: rateRisk({ severity, ...scores }).risk_reason,
      packages: (packages.get(id) ?? []).map((row) => row.package ?? '').sort(),
    };
  });
}

/** Facts k, with vulnerabilities v, of at least one host. */
const selectOpenFacts = (filter: FindingFilter, now: number) =>
  queryBuilder
    .selectFrom('facts as k')
    .innerJoin('vulnerabilities as v', 'v.id', 'k.vulnerability_id')
    .where(factConditions(filter))
    .where((e) =>
      e.exists(
        e
          .selectFrom('host_findings as f')
          .select(e.lit(1).as('one'))
          .whereRef('f.fact_id', '=', 'k.id')
          .where(hostConditions(filter, now)),
      ),
    );

const RISK = riskOf(sql<number>`max(${IMPACT})`);

/** When a host first or last had a finding of a vulnerability, or on how many hosts it is now. */
const ofHosts = (value: string): RawBuilder<unknown> =>
  sql`(SELECT ${sql.raw(value)} FROM facts o JOIN host_findings f ON f.fact_id = o.id WHERE o.vulnerability_id = k.vulnerability_id)`;

const ORDERS: Readonly<Record<FindingSort, [RawBuilder<unknown>, 'asc' | 'desc']>> = {
  risk: [sql`risk`, 'desc'],
  severity: [sql`rank`, 'asc'],
  cvss_score: [sql`v.cvss_score`, 'desc'],
  epss: [EPSS_SCORE, 'desc'],
  first_seen: [ofHosts('min(f.first_seen)'), 'desc'],
  last_seen: [ofHosts('max(f.last_seen)'), 'desc'],
  host: [ofHosts('count(DISTINCT f.host_id)'), 'desc'],
  package: [sql`min(k.package)`, 'asc'],
};

// Titles and scores are read for a page only: reading them for all takes half of the time.
function selectRanking(filter: FindingFilter, now: number, { by, isReversed }: SortOrder) {
  const [order, natural] = ORDERS[by];
  return selectOpenFacts(filter, now)
    .select(['k.vulnerability_id', sql<number>`min(${SEVERITY_RANK})`.as('rank'), RISK.as('risk')])
    .groupBy('k.vulnerability_id')
    .orderBy(order, directionOf(natural, isReversed))
    .orderBy('rank')
    .orderBy('v.cvss_score', 'desc')
    .orderBy('k.vulnerability_id');
}

const selectSummaries = (ids: readonly string[]) =>
  queryBuilder
    .selectFrom('vulnerabilities')
    .select(['id', 'title', 'cvss_score', 'epss', 'kev'])
    .where('id', 'in', ids);

const countHosts = (filter: FindingFilter, now: number, ids: readonly string[]) =>
  queryBuilder
    .selectFrom('facts as k')
    .innerJoin('vulnerabilities as v', 'v.id', 'k.vulnerability_id')
    .innerJoin('host_findings as f', 'f.fact_id', 'k.id')
    // Joined: a subquery for each finding takes three times as long.
    .leftJoin('host_match_states as j', 'j.host_id', 'f.host_id')
    .select(({ fn }) => [
      'k.vulnerability_id',
      fn.count<number>('f.host_id').distinct().as('hosts_affected'),
      fn.min('f.first_seen').as('first_seen'),
      sql<number>`max(${lastSeen(sql.ref('j.read_at'))})`.as('last_seen'),
    ])
    .where('k.vulnerability_id', 'in', ids)
    .where(factConditions(filter))
    .where(hostConditions(filter, now))
    .groupBy('k.vulnerability_id');

const selectPackages = (filter: FindingFilter, now: number, ids: readonly string[]) =>
  selectOpenFacts(filter, now)
    .select(['k.vulnerability_id', 'k.package'])
    .distinct()
    .where('k.vulnerability_id', 'in', ids)
    .where('k.package', 'is not', null);

/** Returns the stored summary of a vulnerability; undefined if no finding ever referred to it. */
export function findVulnerability(sqlite: Sqlite, id: string) {
  const row = selectFirst(
    sqlite,
    queryBuilder.selectFrom('vulnerabilities').selectAll().where('id', '=', id),
  );
  return (
    row && {
      vulnerability_id: row.id,
      title: row.title,
      aliases: JSON.parse(row.aliases) as string[],
      cvss_score: row.cvss_score,
      cvss_vector: row.cvss_vector,
      epss: parseJsonColumn(row.epss),
      kev: parseJsonColumn(row.kev),
    }
  );
}
