import type { Sqlite } from '../../database/sqlite.js';
import type { FindingDayTable } from '../vulnerabilities.table.js';

type HostDifference = Omit<FindingDayTable, 'group_id'> & { host: number };

export const prepareLedgerStatements = (sqlite: Sqlite) => ({
  /** adds to the counts of all hosts, and of each group of the host */
  add: sqlite.prepare<[HostDifference]>(
    `INSERT INTO finding_days (day, group_id, cause, appeared, disappeared)
      SELECT @day, 0, @cause, @appeared, @disappeared
      UNION ALL SELECT @day, group_id, @cause, @appeared, @disappeared FROM group_hosts WHERE host_id = @host
    ON CONFLICT (day, group_id, cause) DO UPDATE SET appeared = appeared + excluded.appeared, disappeared = disappeared + excluded.disappeared`,
  ),
  /** @param appeared and disappeared: JSON arrays of facts */
  record: sqlite.prepare<
    [at: number, host: number, cause: string, appeared: string, disappeared: string]
  >(
    'INSERT INTO finding_differences (at, host_id, cause, appeared, disappeared) VALUES (?, ?, ?, ?, ?)',
  ),
  /** The flag is searched as JSON.stringify writes it: inside a JSON string its quotes would be escaped. */
  isHidden: sqlite
    .prepare<[fact: number], 0 | 1>(
      `SELECT instr(basis, '"unimportant":true') > 0 FROM facts WHERE id = ?`,
    )
    .pluck(),
});

/** Removes the days before one. */
export const prepareRemoveFindingDays = (sqlite: Sqlite) =>
  sqlite.prepare<[day: number]>('DELETE FROM finding_days WHERE day < ?');

/** Removes some of the differences before a time. */
export const prepareRemoveDifferences = (sqlite: Sqlite) =>
  sqlite.prepare<[before: number]>(
    'DELETE FROM finding_differences WHERE id IN (SELECT id FROM finding_differences WHERE at < ? ORDER BY at LIMIT 200)',
  );

/** When this database began to store differences (Unix seconds): the time of their migration. */
export const prepareDifferencesBegin = (sqlite: Sqlite) =>
  sqlite.prepare<[], number>('SELECT applied_at FROM migrations WHERE id = 19').pluck();
