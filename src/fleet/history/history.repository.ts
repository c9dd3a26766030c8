import { queryBuilder, selectAll, selectFirst } from '../../database/query-builder.js';
import type { Sqlite } from '../../database/sqlite.js';

/** Returns the first recorded day of a group (0: of all hosts); null: none. */
export const readFirstDay = (sqlite: Sqlite, groupId: number): number | null =>
  selectFirst(
    sqlite,
    queryBuilder
      .selectFrom('fleet_days')
      .select(({ fn }) => fn.min('day').as('day'))
      .where('group_id', '=', groupId),
  )?.day ?? null;

/** Returns the recorded states of a group (0: of all hosts) from a day on. */
export const readStates = (sqlite: Sqlite, groupId: number, from: number) =>
  selectAll(
    sqlite,
    queryBuilder
      .selectFrom('fleet_days')
      .selectAll()
      .where('group_id', '=', groupId)
      .where('day', '>=', from),
  );

/** Returns what changed on the hosts of a group (0: on all hosts) from a day on. */
export const readChanges = (sqlite: Sqlite, groupId: number, from: number) =>
  selectAll(
    sqlite,
    queryBuilder
      .selectFrom('finding_days')
      .selectAll()
      .where('group_id', '=', groupId)
      .where('day', '>=', from),
  );
