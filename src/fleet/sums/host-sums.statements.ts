import type { Sqlite } from '../../database/sqlite.js';

const COLUMNS = `host_id, accepted, known_exploited, critical, high, medium, low, none, unknown,
  actions, risk, sum, first_risk, first_sum, valid_until`;
const VALUES = COLUMNS.split(',')
  .map(() => '?')
  .join(', ');

/** The reads of the fleet worker. Rows are arrays in the order of the columns. */
export const prepareSumReads = (sqlite: Sqlite) => ({
  all: sqlite.prepare<[], (number | null)[]>(`SELECT ${COLUMNS} FROM host_sums`).raw(),
});

/** The writes of the main thread. */
export const prepareSumWrites = (sqlite: Sqlite) => ({
  /** does nothing if the host was deleted */
  save: sqlite.prepare<(number | null)[]>(
    `INSERT OR REPLACE INTO host_sums (${COLUMNS}) SELECT * FROM (VALUES (${VALUES})) WHERE EXISTS (SELECT 1 FROM hosts WHERE id = column1)`,
  ),
  remove: sqlite.prepare<[hosts: string]>(
    'DELETE FROM host_sums WHERE host_id IN (SELECT value FROM json_each(?))',
  ),
});
