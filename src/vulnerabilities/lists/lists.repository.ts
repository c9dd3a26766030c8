import { sql } from 'kysely';
import { queryBuilder, selectAll } from '../../database/query-builder.js';
import type { Sqlite } from '../../database/sqlite.js';
import { activeAcceptance } from '../acceptances/acceptance-coverage.repository.js';
import { FACT_COLUMNS } from '../findings/findings.repository.js';

/** Returns the columns of the facts of some findings that each of them is presented with. */
export function selectFacts(sqlite: Sqlite, findings: readonly { fact_id: number }[]) {
  const ids = JSON.stringify([...new Set(findings.map(({ fact_id }) => fact_id))]);
  const query = queryBuilder
    .selectFrom('facts as k')
    .innerJoin('vulnerabilities as v', 'v.id', 'k.vulnerability_id')
    .select(['k.id as fact_id', ...FACT_COLUMNS])
    .where('k.id', 'in', sql<number>`(SELECT value FROM json_each(${ids}))`);
  return selectAll(sqlite, query);
}

/** The ids of a host and a fact, with a number. */
type NumberedFinding = readonly [number: number, host: number, fact: number];

/** Returns the acceptances that cover some findings now, as JSON, by their numbers. @param now Unix seconds */
export function selectCoveringAcceptances(
  sqlite: Sqlite,
  findings: readonly NumberedFinding[],
  now: number,
): [number: number, acceptance: string | null][] {
  const list = JSON.stringify(findings);
  const query = queryBuilder
    .selectFrom(
      sql<{ number: number; host_id: number; fact_id: number }>`(SELECT value ->> 0 AS number,
        value ->> 1 AS host_id, value ->> 2 AS fact_id FROM json_each(${list}))`.as('w'),
    )
    .innerJoin('facts as k', 'k.id', 'w.fact_id')
    .select(['w.number', activeAcceptance(sql.ref('w.host_id'), now).as('accepted')]);
  return selectAll(sqlite, query).map(({ number, accepted }) => [number, accepted]);
}
