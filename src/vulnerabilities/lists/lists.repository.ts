import { sql } from 'kysely';
import { queryBuilder, selectAll } from '../../database/query-builder.js';
import type { Sqlite } from '../../database/sqlite.js';
import { activeAcceptance } from '../acceptances/acceptance-coverage.repository.js';
import type { FindingRow } from '../findings/findings.presenter.js';
import {
  FACT_COLUMNS,
  HOST_COLUMNS,
  lastSeen,
  OF_LAST_MATCH,
} from '../findings/findings.repository.js';

/** The findings that `readFindings` looks up; `key`: their position. */
interface FindingKeys {
  host_id: number;
  fact_id: number;
  key: number;
}

/**
 * Returns findings in the given order; those that do not exist are missing. Each fact is read once.
 * @param now Unix seconds: acceptances count as of then
 */
export function readFindings(
  sqlite: Sqlite,
  keys: readonly { host_id: number; fact_id: number }[],
  now: number,
): (FindingRow & { fact_id: number })[] {
  const facts = selectFacts(sqlite, keys);
  const pairs = JSON.stringify(keys.map(({ host_id, fact_id }) => [host_id, fact_id]));
  const query = queryBuilder
    .selectFrom('host_findings as f')
    .innerJoin('facts as k', 'k.id', 'f.fact_id')
    .innerJoin('hosts as h', 'h.id', 'f.host_id')
    .innerJoin(
      sql<FindingKeys>`(SELECT value ->> 0 AS host_id, value ->> 1 AS fact_id, key FROM json_each(${pairs}))`.as(
        'w',
      ),
      (join) => join.onRef('w.host_id', '=', 'f.host_id').onRef('w.fact_id', '=', 'f.fact_id'),
    )
    .select([
      'f.fact_id',
      ...HOST_COLUMNS,
      lastSeen(OF_LAST_MATCH.readAt).as('last_seen'),
      activeAcceptance(sql.ref('f.host_id'), now).as('accepted'),
    ])
    .orderBy('w.key');
  return selectAll(sqlite, query).flatMap((row) => {
    const fact = facts.get(row.fact_id);
    return fact === undefined ? [] : [{ ...fact, ...row }];
  });
}

/** Returns the columns of the facts of some findings that each of them is presented with, by the id of the fact. */
export function selectFacts(sqlite: Sqlite, findings: readonly { fact_id: number }[]) {
  const ids = JSON.stringify([...new Set(findings.map(({ fact_id }) => fact_id))]);
  const query = queryBuilder
    .selectFrom('facts as k')
    .innerJoin('vulnerabilities as v', 'v.id', 'k.vulnerability_id')
    .select(['k.id as fact_id', ...FACT_COLUMNS])
    .where('k.id', 'in', sql<number>`(SELECT value FROM json_each(${ids}))`);
  return new Map(selectAll(sqlite, query).map((row) => [row.fact_id, row]));
}
