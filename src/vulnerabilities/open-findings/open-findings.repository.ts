import { sql } from 'kysely';
import { idList } from '../../database/missing-ids.js';
import { queryBuilder, selectAll } from '../../database/query-builder.js';
import type { Sqlite } from '../../database/sqlite.js';

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

/** Returns the facts about a vulnerability with their places in the order of packages, ports and architectures. */
export const selectFactPlaces = (sqlite: Sqlite, vulnerabilityId: string) =>
  selectAll(
    sqlite,
    queryBuilder
      .selectFrom('facts')
      .select([
        'id',
        sql<number>`dense_rank() OVER (ORDER BY package)`.as('package_place'),
        sql<number>`dense_rank() OVER (ORDER BY package, port, architecture)`.as('place'),
      ])
      .where('vulnerability_id', '=', vulnerabilityId),
  );
