import type { Sqlite } from '../../database/sqlite.js';

const COLUMNS =
  'day, group_id, hosts, hosts_checked, accepted, known_exploited, critical, high, medium, low, none, unknown';
const VALUES = COLUMNS.split(',')
  .map(() => '?')
  .join(', ');

/** The reads of the fleet worker. */
export const prepareDayReads = (sqlite: Sqlite) => ({
  /** the hosts that are not just addresses, and whether each was checked on a day */
  hosts: sqlite
    .prepare<[day: number], [id: number, isChecked: 0 | 1]>(
      'SELECT h.id, coalesce(c.day = ?, 0) FROM hosts h LEFT JOIN host_checks c ON c.host_id = h.id WHERE h.unanswered = 0',
    )
    .raw(),
  groups: sqlite.prepare<[], number>('SELECT id FROM groups').pluck(),
  members: sqlite
    .prepare<[], [group: number, host: number]>('SELECT group_id, host_id FROM group_hosts')
    .raw(),
});

/** The writes of the main thread. */
export const prepareDayWrites = (sqlite: Sqlite) => ({
  /** does nothing if the group was deleted */
  save: sqlite.prepare<number[]>(
    `INSERT OR REPLACE INTO fleet_days (${COLUMNS}) SELECT * FROM (VALUES (${VALUES})) WHERE column2 = 0 OR EXISTS (SELECT 1 FROM groups WHERE id = column2)`,
  ),
  removeBefore: sqlite.prepare<[day: number]>('DELETE FROM fleet_days WHERE day < ?'),
});
