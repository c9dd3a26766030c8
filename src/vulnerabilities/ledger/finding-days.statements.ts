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
  isHidden: sqlite
    .prepare<[fact: number], 0 | 1>('SELECT unimportant FROM facts WHERE id = ?')
    .pluck(),
});

/** Removals of days before one (`days`), and of some differences before a time. */
export const prepareRemovals = (sqlite: Sqlite) => ({
  days: sqlite.prepare<[day: number]>('DELETE FROM finding_days WHERE day < ?'),
  differences: sqlite.prepare<[before: number]>(
    'DELETE FROM finding_differences WHERE id IN (SELECT id FROM finding_differences WHERE at < ? ORDER BY at LIMIT 200)',
  ),
});

/** Sets the last day on which a host was checked; it writes nothing if this is the day already. */
export const prepareMarkChecked = (sqlite: Sqlite) =>
  sqlite.prepare<[host: number, day: number]>(
    `INSERT INTO host_checks (host_id, day) SELECT id, column2 FROM (VALUES (?, ?)) JOIN hosts ON id = column1
    WHERE true ON CONFLICT (host_id) DO UPDATE SET day = excluded.day WHERE day <> excluded.day`,
  );

/** When this database began to store differences (Unix seconds): the time of their migration. */
export const prepareDifferencesBegin = (sqlite: Sqlite) =>
  sqlite.prepare<[], number>('SELECT applied_at FROM migrations WHERE id = 19').pluck();
