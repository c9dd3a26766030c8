import type { Sqlite } from '../../database/sqlite.js';
import type { FindingDayTable } from '../vulnerabilities.table.js';

export const prepareLedgerStatements = (sqlite: Sqlite) => ({
  add: sqlite.prepare<[FindingDayTable]>(
    `INSERT INTO finding_days (day, appeared, disappeared) VALUES (@day, @appeared, @disappeared)
    ON CONFLICT (day) DO UPDATE SET appeared = appeared + excluded.appeared, disappeared = disappeared + excluded.disappeared`,
  ),
  /** The flag is searched as JSON.stringify writes it: inside a JSON string its quotes would be escaped. */
  isHidden: sqlite
    .prepare<[fact: number], 0 | 1>(
      `SELECT instr(basis, '"unimportant":true') > 0 FROM facts WHERE id = ?`,
    )
    .pluck(),
});
