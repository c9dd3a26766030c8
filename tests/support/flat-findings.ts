import { sql } from 'kysely';
import { queryBuilder, selectAll } from '../../src/database/query-builder.js';
import type { Sqlite } from '../../src/database/sqlite.js';
import { offsetOf } from '../../src/http/common.js';
import {
  factConditions,
  hostConditions,
  lastSeen,
  OF_LAST_MATCH,
  SEVERITY_RANK,
  type FindingSort,
} from '../../src/vulnerabilities/findings/findings.repository.js';
import { withoutState, type FlatQuery } from '../../src/vulnerabilities/flat/flat-findings.js';
import { EPSS_SCORE, IMPACT, riskOf } from '../../src/vulnerabilities/risk/risk.repository.js';

const VALUES = {
  risk: [riskOf(IMPACT), 'desc'],
  severity: [SEVERITY_RANK, 'asc'],
  cvss_score: [sql`v.cvss_score`, 'desc'],
  epss: [EPSS_SCORE, 'desc'],
  first_seen: [sql`f.first_seen`, 'desc'],
  last_seen: [sql`last_seen`, 'desc'],
  host: [sql`h.name`, 'asc'],
  package: [sql`k.package`, 'asc'],
} as const satisfies Record<FindingSort, unknown>;

/** Returns a page of findings of now by plain queries, as the service must list them. */
export function flatByQueries(sqlite: Sqlite, { filter, page, sort }: FlatQuery, now: number) {
  const [value, natural] = VALUES[sort.by];
  const direction = (natural === 'asc') === sort.isReversed ? 'desc' : 'asc';
  const ofNow = withoutState(filter);
  const { since = 0, until = Number.MAX_SAFE_INTEGER } = ofNow;
  const all = queryBuilder
    .selectFrom('host_findings as f')
    .innerJoin('facts as k', 'k.id', 'f.fact_id')
    .innerJoin('vulnerabilities as v', 'v.id', 'k.vulnerability_id')
    .innerJoin('hosts as h', 'h.id', 'f.host_id')
    .select(['f.host_id', 'f.fact_id', 'f.first_seen'])
    .select(lastSeen(OF_LAST_MATCH.readAt).as('last_seen'))
    .where(factConditions(ofNow))
    .where(hostConditions(ofNow, now))
    .where('f.first_seen', '>=', since)
    .where('f.first_seen', '<', until)
    .orderBy(value, direction)
    .$if(sort.by === 'host', (query) => query.orderBy('h.id', direction))
    .orderBy('k.vulnerability_id')
    .orderBy('k.package')
    .orderBy('k.port')
    .orderBy('k.architecture')
    .orderBy('k.id')
    .orderBy('f.host_id');
  const rows = selectAll(sqlite, all);
  const from = offsetOf(page);
  return { findings: rows.slice(from, from + page.limit), total: rows.length };
}
