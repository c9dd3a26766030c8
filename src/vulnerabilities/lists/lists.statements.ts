import type { Sqlite } from '../../database/sqlite.js';

/** Texts that change with what lists of vulnerabilities depend on. Inside a read transaction. */
export function prepareListVersions(sqlite: Sqlite) {
  const begin = sqlite.prepare<[], number>('SELECT count(*) FROM host_blocks');
  return {
    /** changes with findings, ratings and deleted hosts: numbers of finding_changes are never used again */
    ofFindings: sqlite
      .prepare<[], string>(
        `SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'finding_changes'), 0)
      || ' ' || coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'hosts'), 0) || ' ' || (SELECT coalesce(sum(hosts), 0) FROM host_blocks)`,
      )
      .pluck(),
    /** changes with every commit of another connection; the statement before it begins the snapshot */
    ofAll: (): string => {
      begin.get();
      return String(sqlite.pragma('data_version', { simple: true }));
    },
  };
}
