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

/** The reads of the hosts and facts of a page. Lists are JSON arrays of ids. */
export const prepareListedHosts = (sqlite: Sqlite) => ({
  hosts: sqlite
    .prepare<[ids: string], [id: number, ip: string, name: string, generation: number | null]>(
      `SELECT h.id, h.ip, h.name, m.generation FROM json_each(?) j CROSS JOIN hosts h ON h.id = j.value
      LEFT JOIN host_match_states m ON m.host_id = h.id`,
    )
    .raw(),
  /** those of these facts whose vulnerability has acceptances */
  acceptableFacts: sqlite
    .prepare<[ids: string], number>(
      `SELECT k.id FROM json_each(?) j CROSS JOIN facts k ON k.id = j.value
      WHERE EXISTS (SELECT 1 FROM acceptances WHERE vulnerability_id = k.vulnerability_id)`,
    )
    .pluck(),
});
