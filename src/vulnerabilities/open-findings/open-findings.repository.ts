import { sql } from 'kysely';
import { idList } from '../../database/missing-ids.js';
import { queryBuilder, selectAll } from '../../database/query-builder.js';
import type { Sqlite } from '../../database/sqlite.js';
import {
  COVERS_LOCATION,
  isActiveAcceptance,
} from '../acceptances/acceptance-coverage.repository.js';

/** Returns the ids of the hosts of a group. */
export const selectGroupHosts = (sqlite: Sqlite, groupId: number): number[] =>
  selectAll(
    sqlite,
    queryBuilder.selectFrom('group_hosts').select('host_id').where('group_id', '=', groupId),
  ).map((row) => row.host_id);

/**
 * Returns the facts that acceptances cover now, and on which hosts: one, those of a group, or all (both null).
 * @param now Unix seconds
 */
export const selectCoveredFacts = (sqlite: Sqlite, now: number) =>
  selectAll(
    sqlite,
    queryBuilder
      .selectFrom('acceptances as a')
      .innerJoin('facts as k', 'k.vulnerability_id', 'a.vulnerability_id')
      .select(['k.id as fact_id', 'a.host_id', 'a.group_id'])
      .where(isActiveAcceptance(now))
      .where(COVERS_LOCATION),
  );

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
