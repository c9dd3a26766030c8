import type { Sqlite } from '../../database/sqlite.js';

interface IdSetRow {
  id: number;
  numbers: Buffer;
}

/** The statements of fact garbage collection. Steps read at most this many rows. */
export const prepareFactGcStatements = (
  sqlite: Sqlite,
  { pageSize, setsPerStep }: { pageSize: number; setsPerStep: number },
) => ({
  newestFact: sqlite.prepare<[], number | null>('SELECT max(id) FROM facts').pluck(),
  unusedFacts: sqlite
    .prepare<[from: number, to: number], number>(
      'SELECT id FROM facts WHERE id BETWEEN ? AND ? AND NOT EXISTS (SELECT 1 FROM host_findings WHERE fact_id = facts.id)',
    )
    .pluck(),
  factSets: sqlite.prepare<[after: number], IdSetRow>(
    `SELECT id, numbers FROM number_sets WHERE id > ? AND EXISTS (SELECT 1 FROM task_results WHERE facts_id = number_sets.id) ORDER BY id LIMIT ${setsPerStep}`,
  ),
  /** JSON arrays of facts */
  differences: sqlite.prepare<
    [after: number],
    { id: number; appeared: string; disappeared: string }
  >(
    `SELECT id, appeared, disappeared FROM finding_differences WHERE id > ? ORDER BY id LIMIT ${pageSize}`,
  ),
  /** @param ids JSON array */
  removeFacts: sqlite.prepare<[ids: string]>(
    'DELETE FROM facts WHERE id IN (SELECT value FROM json_each(?)) AND NOT EXISTS (SELECT 1 FROM host_findings WHERE fact_id = facts.id)',
  ),
  vulnerabilities: sqlite
    .prepare<[after: string], string>(
      `SELECT id FROM vulnerabilities WHERE id > ? ORDER BY id LIMIT ${pageSize}`,
    )
    .pluck(),
  /** @param ids JSON array */
  removeVulnerabilities: sqlite.prepare<[ids: string]>(
    `DELETE FROM vulnerabilities WHERE id IN (SELECT value FROM json_each(?))
    AND NOT EXISTS (SELECT 1 FROM facts WHERE vulnerability_id = vulnerabilities.id) AND NOT EXISTS (SELECT 1 FROM acceptances WHERE vulnerability_id = vulnerabilities.id)`,
  ),
});
