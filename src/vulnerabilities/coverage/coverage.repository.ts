import { queryBuilder, selectAll, selectFirst } from '../../database/query-builder.js';
import type { Sqlite } from '../../database/sqlite.js';

/** Returns what decides about the coverage of the packages of a host; undefined if it has no inventory. */
export const findInventoryCoverage = (sqlite: Sqlite, hostId: number) =>
  selectFirst(
    sqlite,
    queryBuilder
      .selectFrom('inventories')
      .select(['scopes', 'full_os_name', 'packages_count', 'packages_read'])
      .where('host_id', '=', hostId),
  );

/** Returns the ports of the known services of a host. */
export const findServicePorts = (sqlite: Sqlite, hostId: number): number[] =>
  selectAll(
    sqlite,
    queryBuilder.selectFrom('services').select('port').where('host_id', '=', hostId),
  ).map((row) => row.port);

/** Returns the generation that a host was last matched with; undefined: it never was. */
export const findMatchedGeneration = (sqlite: Sqlite, hostId: number): number | undefined =>
  selectFirst(
    sqlite,
    queryBuilder.selectFrom('host_match_states').select('generation').where('host_id', '=', hostId),
  )?.generation;

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

/** Returns what decides about the coverage of a host in a task; undefined: the task has no result for it. */
export const findResultCoverage = (sqlite: Sqlite, taskId: number, hostId: number) =>
  selectFirst(
    sqlite,
    queryBuilder
      .selectFrom('task_results as r')
      .leftJoin('number_sets as p', 'p.id', 'r.state_id')
      .leftJoin('task_scans as s', (join) =>
        join.onRef('s.task_id', '=', 'r.task_id').onRef('s.host_id', '=', 'r.host_id'),
      )
      .select(['r.kind', 'r.generation', 'r.scopes', 'p.numbers', 's.services', 's.checks'])
      .where('r.task_id', '=', taskId)
      .where('r.host_id', '=', hostId),
  );

/** Whether a task ran with checks. */
export function ranWithChecks(sqlite: Sqlite, taskId: number): boolean {
  const task = selectFirst(
    sqlite,
    queryBuilder.selectFrom('tasks').select('params').where('id', '=', taskId),
  );
  const params = JSON.parse(task?.params ?? 'null') as { checks?: string } | null;
  return params?.checks !== 'off';
}
