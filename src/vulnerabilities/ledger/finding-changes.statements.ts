import type { Sqlite } from '../../database/sqlite.js';

export const prepareFindingChangeStatements = (sqlite: Sqlite) => ({
  mark: sqlite.prepare<[host: number]>(
    'INSERT OR REPLACE INTO finding_changes (host_id) VALUES (?)',
  ),
  any: sqlite.prepare<[], number>('SELECT 1 FROM finding_changes LIMIT 1').pluck(),
  /** removes a part of them */
  remove: sqlite.prepare<[upTo: number]>(
    'DELETE FROM finding_changes WHERE number IN (SELECT number FROM finding_changes WHERE number <= ? LIMIT 500)',
  ),
});
