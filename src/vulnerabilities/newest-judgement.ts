import type { Sqlite } from '../database/sqlite.js';

/** The newest generation of the knowledge that anything here was judged by; 0: nothing was. */
export function latestMatchedGeneration(sqlite: Sqlite): number {
  const sql =
    'SELECT max(coalesce((SELECT max(generation) FROM host_judgements), 0), coalesce((SELECT max(generation) FROM task_results), 0))';
  return sqlite.prepare<[], number>(sql).pluck().get() ?? 0;
}
