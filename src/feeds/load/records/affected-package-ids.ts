import type { Sqlite } from '../../../database/sqlite.js';
import type { AffectedPackage } from '../../../knowledge/records.js';
import { createAffectedPackageStatements } from './range.statements.js';

/** Ids of affected packages. A new package gets an id, in the open transaction. */
export interface AffectedPackageIds {
  /** Returns the function that maps a name in this ecosystem to its id. It is valid until the next call of `idsIn`. */
  idsIn: (ecosystem: string, kind: AffectedPackage['kind']) => (name: string) => number;
  /** Writes buffered rows: to be called at the end. */
  flush: () => void;
}

/** @param maxCached approximate number of ids to keep in memory */
export function createAffectedPackageIds(sqlite: Sqlite, maxCached = 200_000): AffectedPackageIds {
  const statements = createAffectedPackageStatements(sqlite);
  let newestId = statements.newestId();
  let isTableCached = newestId === 0;
  const cache = new Map<string, Map<string, number>>();
  let cached = 0;

  function findOrInsert(ecosystem: string, kind: AffectedPackage['kind'], name: string): number {
    cached += 1;
    const found = isTableCached ? undefined : statements.find(ecosystem, kind, name);
    if (found !== undefined) return found;
    newestId += 1;
    statements.insert(newestId, ecosystem, kind, name);
    return newestId;
  }

  function clearCache(): void {
    statements.flush(); // from now on the table is searched
    cache.clear();
    isTableCached = false;
    cached = 0;
  }

  function cacheOf(key: string): Map<string, number> {
    const known = cache.get(key);
    if (known) return known;
    const ids = new Map<string, number>();
    cache.set(key, ids);
    return ids;
  }

  return {
    flush: statements.flush,
    idsIn(ecosystem, kind) {
      if (cached >= maxCached) clearCache();
      const ids = cacheOf(`${kind}\n${ecosystem}`);
      return (name) => {
        const known = ids.get(name);
        if (known !== undefined) return known;
        const id = findOrInsert(ecosystem, kind, name);
        ids.set(name, id);
        return id;
      };
    },
  };
}
