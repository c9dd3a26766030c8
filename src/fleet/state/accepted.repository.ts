import { sql } from 'kysely';
import { queryBuilder, selectAll } from '../../database/query-builder.js';
import type { Sqlite } from '../../database/sqlite.js';
import { mapBy } from '../../lib/collections.js';
import { activeAcceptance } from '../../vulnerabilities/findings/findings.repository.js';

/** The accepted findings: ids of facts by host. */
export type AcceptedFindings = ReadonlyMap<number, ReadonlySet<number>>;

/**
 * Returns the findings that an acceptance covers now.
 * @param hosts null: all
 * @param now Unix seconds
 */
export function readAcceptedFindings(
  sqlite: Sqlite,
  hosts: readonly number[] | null,
  now: number,
): AcceptedFindings {
  let query = queryBuilder
    .selectFrom('facts as k')
    .innerJoin('host_findings as f', 'f.fact_id', 'k.id')
    .select(['f.host_id', 'f.fact_id'])
    .where('k.vulnerability_id', 'in', (e) =>
      e.selectFrom('acceptances').select('vulnerability_id').where('ended_at', 'is', null),
    )
    .where(activeAcceptance(sql.ref('f.host_id'), now), 'is not', null);
  if (hosts !== null)
    query = query.where(
      'f.host_id',
      'in',
      sql<number>`(SELECT value FROM json_each(${JSON.stringify(hosts)}))`,
    );
  const byHost = mapBy(selectAll(sqlite, query), ({ host_id }) => host_id);
  return new Map([...byHost].map(([id, rows]) => [id, new Set(rows.map((r) => r.fact_id))]));
}
