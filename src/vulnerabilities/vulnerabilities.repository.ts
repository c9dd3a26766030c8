import { sql, type RawBuilder } from 'kysely';
import { queryBuilder, selectAll, selectFirst } from '../database/query-builder.js';
import type { Sqlite } from '../database/sqlite.js';
import { offsetOf, type Page } from '../http/common.js';
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

/** Returns a page of the vulnerabilities with open findings, highest risk first. @param now Unix seconds */
export function listVulnerabilities(
  sqlite: Sqlite,
  filter: FindingFilter,
  page: Page,
  now: number,
  order: SortOrder = { by: 'risk', isReversed: false },
) {
  const rows = selectAll(sqlite, selectSummaries(filter, now, page, order));
  const ids = rows.map((row) => row.vulnerability_id);
  const counts = new Map(
    selectAll(sqlite, countHosts(filter, now, ids)).map((row) => [row.vulnerability_id, row]),
  );
  const packages = mapBy(
    selectAll(sqlite, selectPackages(filter, now, ids)),
    (row) => row.vulnerability_id,
  );
  return {
    // A page after the last one has no row with the total.
    total: rows[0]?.total ?? selectFirst(sqlite, countVulnerabilities(filter, now))?.total ?? 0,
    items: rows.map(({ vulnerability_id, title, rank, risk, cvss_score, epss, kev }) => {
      const {
        hosts_affected = 0,
        first_seen = 0,
        last_seen = 0,
      } = counts.get(vulnerability_id) ?? {};
      const severity = SEVERITIES[rank] as Severity;
      const scores = {
        cvss_score,
        epss: parseJsonColumn(epss) as RiskInput['epss'],
        kev: parseJsonColumn(kev) as RiskInput['kev'],
      };
      return {
        vulnerability_id,
        title,
        hosts_affected,
        first_seen,
        last_seen,
        severity,
        ...scores,
        risk: Math.round(risk * 10) / 10,
        risk_reason: rateRisk({ severity, ...scores }).risk_reason,
        packages: (packages.get(vulnerability_id) ?? []).map((row) => row.package ?? '').sort(),
      };
    }),
  };
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

function selectSummaries(
  filter: FindingFilter,
  now: number,
  page: Page,
  { by, isReversed }: SortOrder,
) {
  const [order, natural] = ORDERS[by];
  return selectOpenFacts(filter, now)
    .select([
      'k.vulnerability_id',
      'v.title',
      sql<number>`min(${SEVERITY_RANK})`.as('rank'),
      RISK.as('risk'),
      'v.cvss_score',
      'v.epss',
      'v.kev',
      sql<number>`count(*) OVER ()`.as('total'),
    ])
    .groupBy('k.vulnerability_id')
    .orderBy(order, directionOf(natural, isReversed))
    .orderBy('rank')
    .orderBy('v.cvss_score', 'desc')
    .orderBy('k.vulnerability_id')
    .limit(page.limit)
    .offset(offsetOf(page));
}

const countVulnerabilities = (filter: FindingFilter, now: number) =>
  selectOpenFacts(filter, now).select(({ fn }) =>
    fn.count<number>('k.vulnerability_id').distinct().as('total'),
  );

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
