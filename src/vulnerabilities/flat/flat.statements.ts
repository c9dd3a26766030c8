import type { Sqlite } from '../../database/sqlite.js';
import { prepareListVersions } from '../lists/lists.statements.js';

/** Texts that change with what rankings of findings depend on. Inside a read transaction. */
export function prepareFlatVersions(sqlite: Sqlite) {
  const versions = prepareListVersions(sqlite);
  return {
    ofAll: versions.ofAll,
    /** changes with findings, ratings, acceptances and deleted hosts: each is in finding_changes */
    ofFindings: (): string => versions.ofFindings.get() ?? '',
    /** when the next acceptance expires (Unix seconds); null: never */
    nextExpiry: sqlite
      .prepare<[now: number], number | null>(
        'SELECT min("until") FROM acceptances WHERE ended_at IS NULL AND "until" > ?',
      )
      .pluck(),
    /** changes with the records of changes */
    ofChanges: sqlite
      .prepare<[], string>(
        `SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'finding_differences'), 0) || ' ' || coalesce((SELECT min(id) FROM finding_differences), 0)`,
      )
      .pluck(),
  };
}
