import { queryBuilder, selectAll } from '../../database/query-builder.js';
import { idList } from '../../database/missing-ids.js';
import type { Sqlite } from '../../database/sqlite.js';
import { isAcceptedFinding } from './acceptance-coverage.repository.js';

/**
 * Returns the findings that an acceptance covers now.
 * @param hosts null: all
 * @param now Unix seconds
 */
export function selectAcceptedFindings(
  sqlite: Sqlite,
  hosts: readonly number[] | null,
  now: number,
): { host_id: number; fact_id: number }[] {
  let query = queryBuilder
    .selectFrom('facts as k')
    .innerJoin('host_findings as f', 'f.fact_id', 'k.id')
    .select(['f.host_id', 'f.fact_id'])
    .where('k.vulnerability_id', 'in', (e) =>
      e.selectFrom('acceptances').select('vulnerability_id').where('ended_at', 'is', null),
    )
    .where(isAcceptedFinding(now));
  if (hosts !== null) query = query.where('f.host_id', 'in', idList(hosts));
  return selectAll(sqlite, query);
}
