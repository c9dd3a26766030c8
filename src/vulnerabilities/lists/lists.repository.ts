import { sql } from 'kysely';
import { idList } from '../../database/missing-ids.js';
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

/** Returns the ids of the hosts of a group. */
export const selectGroupHosts = (sqlite: Sqlite, groupId: number): number[] =>
  selectAll(
    sqlite,
    queryBuilder.selectFrom('group_hosts').select('host_id').where('group_id', '=', groupId),
  ).map((row) => row.host_id);

/** Returns the titles and ratings of these vulnerabilities. */
export const selectSummaries = (sqlite: Sqlite, ids: readonly string[]) =>
  selectAll(
    sqlite,
    queryBuilder
      .selectFrom('vulnerabilities')
      .select(['id', 'title', 'cvss_score', 'epss', 'kev', 'exploitation'])
      .where('id', 'in', idList(ids)),
  );

/** Returns all facts in the order of findings that are equal otherwise. */
export const selectFactsInOrder = (sqlite: Sqlite): number[] =>
  selectAll(
    sqlite,
    queryBuilder
      .selectFrom('facts')
      .select('id')
      .orderBy('vulnerability_id')
      .orderBy('package')
      .orderBy('port')
      .orderBy('architecture')
      .orderBy('id'),
  ).map(({ id }) => id);

/** Returns the hosts by name. */
export const selectHostsByName = (sqlite: Sqlite): number[] =>
  selectAll(
    sqlite,
    queryBuilder.selectFrom('hosts').select('id').orderBy('name').orderBy('id'),
  ).map(({ id }) => id);
