import type { Sqlite } from '../database/sqlite.js';
import type { Knowledge } from '../knowledge/open-knowledge.js';

export interface Coverage {
  judged_by: string[];
  not_judged: string | null;
}

/** Whose data judge the packages of a host, and if none do, why. */
export function coverageOf(
  sqlite: Sqlite,
  knowledge: Pick<Knowledge, 'sqlite'>,
  hostId: number,
): Coverage {
  const inventory = sqlite
    .prepare<[number], { scopes: string; full_os_name: string | null; packages_count: number }>(
      'SELECT scopes, full_os_name, packages_count FROM inventories WHERE host_id = ?',
    )
    .get(hostId);
  if (!inventory)
    return {
      judged_by: [],
      not_judged: 'No inventory of this host is stored: its packages are not known.',
    };
  const scopes = JSON.parse(inventory.scopes) as string[];
  if (scopes.length === 0)
    return {
      judged_by: [],
      not_judged: `No publisher's data are about the packages of ${inventory.full_os_name ?? 'this system'}: they are not judged.`,
    };
  if (inventory.packages_count === 0)
    return { judged_by: scopes, not_judged: 'The inventory of this host has no list of packages.' };
  const known = knowledge.sqlite
    .prepare<[string], number>(
      'SELECT 1 FROM places WHERE scope IN (SELECT value FROM json_each(?)) LIMIT 1',
    )
    .pluck()
    .get(inventory.scopes);
  return {
    judged_by: scopes,
    not_judged:
      known === undefined ? `No data about ${scopes[0] ?? ''} are loaded: update the feeds.` : null,
  };
}
