import type { Sqlite } from '../../database/sqlite.js';

/** Texts that change with what rankings of findings depend on. Inside a read transaction. */
export function prepareFlatVersions(sqlite: Sqlite) {
  const begin = sqlite.prepare<[], number>('SELECT count(*) FROM host_blocks');
  const ofFindings = sqlite
    .prepare<[], string>(
      `SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'finding_changes'), 0)
      || ' ' || coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'hosts'), 0) || ' ' || (SELECT coalesce(sum(hosts), 0) FROM host_blocks)`,
    )
    .pluck();
  return {
    /** changes with every commit of another connection; the statement before it begins the snapshot */
    ofAll: (): string => {
      begin.get();
      return String(sqlite.pragma('data_version', { simple: true }));
    },
    /**
     * changes with findings, ratings, acceptances and deleted hosts: each is in finding_changes, whose numbers are
     * never used again
     */
    ofFindings: (): string => ofFindings.get() ?? '',
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
