import { sql } from 'kysely';
import { queryBuilder, selectAll, selectFirst } from '../../database/query-builder.js';
import { idList } from '../../database/missing-ids.js';
import type { Sqlite } from '../../database/sqlite.js';
import { activeAcceptance } from '../acceptances/acceptance-coverage.repository.js';
import type { FactRow } from './findings.presenter.js';
import { FACT_COLUMNS, IS_IMPORTANT } from './findings.repository.js';

/** A fact with its id. */
export type StoredFactRow = FactRow & { id: number };

/** Returns the result of a host in a task, with its set of facts. */
export const findResult = (sqlite: Sqlite, taskId: number, hostId: number) =>
  selectFirst(
    sqlite,
    queryBuilder
      .selectFrom('task_results as r')
      .innerJoin('number_sets as s', 's.id', 'r.facts_id')
      .select(['r.observed_at', 'r.generation', 's.numbers as facts'])
      .where('r.task_id', '=', taskId)
      .where('r.host_id', '=', hostId),
  );

/** Returns the facts with these ids, except those rated unimportant. */
export const readFactRows = (sqlite: Sqlite, ids: readonly number[]): StoredFactRow[] =>
  selectAll(
    sqlite,
    queryBuilder
      .selectFrom('facts as k')
      .innerJoin('vulnerabilities as v', 'v.id', 'k.vulnerability_id')
      .select(['k.id', ...FACT_COLUMNS])
      .where('k.id', 'in', idList(ids))
      .where(IS_IMPORTANT),
  );

/** Returns since when a host has its open findings, by the id of the fact. */
export function readFirstSeen(sqlite: Sqlite, hostId: number): Map<number, number> {
  const rows = selectAll(
    sqlite,
    queryBuilder
      .selectFrom('host_findings')
      .select(['fact_id', 'first_seen'])
      .where('host_id', '=', hostId),
  );
  return new Map(rows.map(({ fact_id, first_seen }) => [fact_id, first_seen]));
}

export const hasAcceptances = (sqlite: Sqlite): boolean =>
  selectFirst(sqlite, queryBuilder.selectFrom('acceptances').select('id').limit(1)) !== undefined;

/** Returns the current acceptances of these facts on a host, as JSON by the id of the fact. */
export function readAcceptances(
  sqlite: Sqlite,
  hostId: number,
  ids: readonly number[],
  now: number,
): Map<number, string | null> {
  const rows = selectAll(
    sqlite,
    queryBuilder
      .selectFrom('facts as k')
      .select(['k.id', activeAcceptance(sql`${hostId}`, now).as('accepted')])
      .where('k.id', 'in', idList(ids)),
  );
  return new Map(rows.map(({ id, accepted }) => [id, accepted]));
}
