import type { Sqlite } from '../database/sqlite.js';

/** The stored data that feeds are matched with. */
export interface MatchedSubjects {
  /** ecosystems of all stored inventories: `Debian:12` */
  ecosystems: readonly string[];
  /** whether a scan has found services, or an inventory packages of programs that their publisher built */
  hasPrograms: boolean;
  /** whether an inventory is stored, also of a system without an ecosystem */
  hasInventory: boolean;
}

/**
 * Reads from hostwarden.db what uses the feeds. Prepared and synchronous: a list of feeds is requested five times a
 * second while a command waits for an update.
 */
export function createUsageStatements(sqlite: Sqlite) {
  // Steps over an index from one list of ecosystems to the next different one: many hosts have the same.
  const ecosystems = sqlite
    .prepare<[], string>(
      `WITH RECURSIVE lists (scopes) AS (
        SELECT min(scopes) FROM inventories UNION ALL
        SELECT (SELECT min(i.scopes) FROM inventories i WHERE i.scopes > lists.scopes) FROM lists
        WHERE lists.scopes IS NOT NULL)
      SELECT DISTINCT value FROM lists, json_each(lists.scopes) WHERE lists.scopes IS NOT NULL`,
    )
    .pluck();
  const inventory = sqlite.prepare('SELECT 1 FROM inventories LIMIT 1');
  const service = sqlite.prepare('SELECT 1 FROM services LIMIT 1');
  const program = sqlite.prepare(
    "SELECT 1 FROM host_match_states WHERE json_extract(other_packages, '$.programs') > 0 LIMIT 1",
  );
  const oldestGeneration = sqlite
    .prepare<[], number | null>(
      `SELECT min(generation) FROM
        (SELECT generation FROM task_results UNION ALL SELECT generation FROM host_match_states)`,
    )
    .pluck();
  return {
    matchedSubjects: (): MatchedSubjects => ({
      ecosystems: ecosystems.all(),
      hasPrograms: service.get() !== undefined || program.get() !== undefined,
      hasInventory: inventory.get() !== undefined,
    }),
    /** Returns the oldest generation that a stored result refers to; older history can be deleted. null: no results. */
    oldestReferencedGeneration: (): number | null => oldestGeneration.get() ?? null,
  };
}
