import type { Sqlite } from '../../database/sqlite.js';
import type { AffectedPackage } from '../../knowledge/records.js';
import { createBulkInsert } from './bulk-insert.js';

/** The numbers of places; one that is new gets one, in the transaction that is open. */
export interface AffectedPackageIds {
  /** gives the number of a name in this scope; to be asked before another scope is */
  of(scope: string, kind: AffectedPackage['kind']): (name: string) => number;
  /** writes new ones that still wait: to be called at the end */
  flush(): void;
}

/** @param most about how many numbers are remembered */
export function createAffectedPackageIds(sqlite: Sqlite, most = 200_000): AffectedPackageIds {
  const find = sqlite
    .prepare<[string, string, string], number>(
      'SELECT id FROM places WHERE scope = ? AND kind = ? AND name = ?',
    )
    .pluck();
  const rows = createBulkInsert<[number, string, string, string]>(
    sqlite,
    'INSERT INTO places (id, scope, kind, name)',
    '(?, ?, ?, ?)',
    4,
  );
  let newest =
    sqlite.prepare<[], number>('SELECT coalesce(max(id), 0) FROM places').pluck().get() ?? 0;
  let allAreKnown = newest === 0;
  const known = new Map<string, Map<string, number>>();
  let count = 0;
  function numberOf(scope: string, kind: string, name: string): number {
    count += 1;
    const found = allAreKnown ? undefined : find.get(scope, kind, name);
    if (found === undefined) rows.put((newest += 1), scope, kind, name);
    return found ?? newest;
  }
  function forget(): void {
    rows.flush(); // what is not remembered is looked for in the table
    known.clear();
    [allAreKnown, count] = [false, 0];
  }
  return {
    flush: () => {
      rows.flush();
    },
    of(scope, kind) {
      if (count >= most) forget();
      const names = within(known, `${kind}\n${scope}`);
      return (name) => {
        let id = names.get(name);
        if (id === undefined) names.set(name, (id = numberOf(scope, kind, name)));
        return id;
      };
    },
  };
}

function within(maps: Map<string, Map<string, number>>, key: string): Map<string, number> {
  let map = maps.get(key);
  if (!map) maps.set(key, (map = new Map<string, number>()));
  return map;
}
