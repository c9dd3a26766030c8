import { queryBuilder, selectFirst } from '../database/query-builder.js';
import type { Sqlite } from '../database/sqlite.js';

/** Returns what decides about the coverage of a host; undefined if it has no inventory. */
export const findInventoryCoverage = (sqlite: Sqlite, hostId: number) =>
  selectFirst(
    sqlite,
    queryBuilder
      .selectFrom('inventories')
      .select(['scopes', 'full_os_name', 'packages_count'])
      .where('host_id', '=', hostId),
  );

/** Returns the newest generation that any stored match was made with; 0: none. */
export function latestMatchedGeneration(sqlite: Sqlite): number {
  const latest = (table: 'host_match_states' | 'task_results') =>
    selectFirst(
      sqlite,
      queryBuilder
        .selectFrom(table)
        .select(({ fn }) => fn.max<number | null>('generation').as('generation')),
    )?.generation ?? 0;
  return Math.max(latest('host_match_states'), latest('task_results'));
}
