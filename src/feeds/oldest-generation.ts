import type { Sqlite } from '../database/sqlite.js';

/** The oldest generation of the knowledge that a stored finding was judged by; null: there is none. What went before it may be forgotten. */
export function oldestReferencedGeneration(sqlite: Sqlite): number | null {
  return (
    sqlite
      .prepare<[], number | null>(
        'SELECT min(generation) FROM (SELECT generation FROM task_results UNION ALL SELECT generation FROM host_judgements)',
      )
      .pluck()
      .get() ?? null
  );
}
