import type { Sqlite } from '../../database/sqlite.js';

interface NewMatch {
  host: number;
  generation: number;
  rules: number;
  state: Buffer;
  otherPackages: string | null;
}

/** The writes of a rematch. Lists of ids are JSON arrays. */
export const prepareBatchStatements = (sqlite: Sqlite) => ({
  /** only hosts that are still as they were read */
  markUnchanged: sqlite.prepare<
    [{ generation: number; rules: number; before: number; hosts: string }]
  >(
    "UPDATE host_match_states SET generation = @generation, rules = @rules WHERE host_id IN (SELECT value FROM json_each(@hosts)) AND generation = @before AND state <> x''",
  ),
  /** only if the host is still as it was read; `beforeState`: hexadecimal */
  updateMatch: sqlite.prepare<[NewMatch & { before: number; beforeState: string; isKept: 0 | 1 }]>(
    'UPDATE host_match_states SET generation = @generation, rules = @rules, state = @state, other_packages = iif(@isKept, other_packages, @otherPackages) WHERE host_id = @host AND generation = @before AND hex(state) = upper(@beforeState)',
  ),
  insertMatch: sqlite.prepare<[NewMatch]>(
    'INSERT INTO host_match_states (host_id, generation, rules, state, read_at, other_packages) SELECT id, @generation, @rules, @state, 0, @otherPackages FROM hosts WHERE id = @host ON CONFLICT DO NOTHING',
  ),
  removeFindings: sqlite.prepare<[host: number, facts: string]>(
    'DELETE FROM host_findings WHERE host_id = ? AND fact_id IN (SELECT value FROM json_each(?))',
  ),
  addFindings: sqlite.prepare<[{ host: number; now: number; facts: string }]>(
    'INSERT INTO host_findings (host_id, fact_id, first_seen, last_seen) SELECT @host, value, @now, @now FROM json_each(@facts)',
  ),
  addFinding: sqlite.prepare<
    [host: number, fact: number | undefined, firstSeen: number, lastSeen: number]
  >('INSERT INTO host_findings (host_id, fact_id, first_seen, last_seen) VALUES (?, ?, ?, ?)'),
});
