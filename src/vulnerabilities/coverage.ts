import type { Sqlite } from '../database/sqlite.js';
import type { Knowledge } from '../knowledge/open-knowledge.js';
import { findInventoryCoverage } from './coverage.repository.js';
import { prepareHasEcosystem } from './coverage.statements.js';

export interface Coverage {
  /** the ecosystems of the packages */
  judged_by: string[];
  /** why the packages are not matched; null: they are */
  not_judged: string | null;
}

/** Returns which ecosystems cover the packages of a host, and if none do, why. */
export function createCoverageReader({
  sqlite: knowledge,
}: Pick<Knowledge, 'sqlite'>): (sqlite: Sqlite, hostId: number) => Coverage {
  const hasEcosystem = prepareHasEcosystem(knowledge);
  return (sqlite, hostId) => {
    const inventory = findInventoryCoverage(sqlite, hostId);
    if (!inventory) return notCovered('No inventory has been stored for this host.');
    const ecosystems = JSON.parse(inventory.scopes) as string[];
    const [first] = ecosystems;
    if (first === undefined)
      return notCovered(
        `No feed covers the packages of ${inventory.full_os_name ?? 'this system'}.`,
      );
    if (inventory.packages_count === 0)
      return notCovered('The inventory of this host has no package list.', ecosystems);
    return hasEcosystem.get(inventory.scopes) === undefined
      ? notCovered(`No data about ${first} is loaded: update the feeds.`, ecosystems)
      : { judged_by: ecosystems, not_judged: null };
  };
}

const notCovered = (reason: string, ecosystems: string[] = []): Coverage => ({
  judged_by: ecosystems,
  not_judged: reason,
});
