import type { Sqlite } from '../../database/sqlite.js';

interface IdSetRow {
  id: number;
  numbers: Buffer;
}

/** The statements of result garbage collection. A step reads at most `setsPerStep` sets. */
export const prepareResultGcStatements = (sqlite: Sqlite, setsPerStep: number) => ({
  lastSet: sqlite.prepare<[], number | null>('SELECT max(id) FROM number_sets').pluck(),
  removeSets: sqlite.prepare<[from: number, to: number]>(
    `DELETE FROM number_sets WHERE id BETWEEN ? AND ? AND NOT EXISTS (SELECT 1 FROM task_results WHERE facts_id = number_sets.id)
    AND NOT EXISTS (SELECT 1 FROM task_results WHERE state_id = number_sets.id)`,
  ),
  packageSets: sqlite.prepare<[after: number], IdSetRow>(
    `SELECT id, numbers FROM number_sets WHERE id > ? AND EXISTS (SELECT 1 FROM task_results WHERE state_id = number_sets.id) ORDER BY id LIMIT ${setsPerStep}`,
  ),
  lastPackage: sqlite.prepare<[], number | null>('SELECT max(id) FROM packages').pluck(),
  keptPackages: sqlite
    .prepare<[from: number, to: number], number>(
      'SELECT id FROM packages WHERE pinned = 1 AND id BETWEEN ? AND ?',
    )
    .pluck(),
  /** @param ids JSON array */
  releasePackages: sqlite.prepare<[ids: string]>(
    'UPDATE packages SET pinned = 0 WHERE id IN (SELECT value FROM json_each(?))',
  ),
});
