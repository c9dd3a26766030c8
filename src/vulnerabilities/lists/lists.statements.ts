import type { Sqlite } from '../../database/sqlite.js';

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
