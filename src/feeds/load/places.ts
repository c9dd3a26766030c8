import type { Sqlite } from '../../database/sqlite.js';
import type { RecordPlace } from '../../knowledge/records.js';

const MOST = 200_000; // numbers that are remembered

/** The number of a place; one that is new gets one, in the transaction that is open. */
export function createPlaces(sqlite: Sqlite): (place: RecordPlace) => number {
  const find = sqlite.prepare<[string, string, string], number>('SELECT id FROM places WHERE scope = ? AND kind = ? AND name = ?').pluck();
  const insert = sqlite.prepare('INSERT INTO places (scope, kind, name) VALUES (?, ?, ?)');
  // By scope, kind and name one after the other: a key of all three would have to be made for every range.
  const known = new Map<string, Map<string, Map<string, number>>>();
  let count = 0;
  return ({ scope, kind, name }) => {
    let id = known.get(scope)?.get(kind)?.get(name);
    if (id !== undefined) return id;
    id = find.get(scope, kind, name) ?? Number(insert.run(scope, kind, name).lastInsertRowid);
    if (++count % MOST === 0) known.clear();
    within(within(known, scope), kind).set(name, id);
    return id;
  };
}

function within<V>(maps: Map<string, Map<string, V>>, key: string): Map<string, V> {
  let map = maps.get(key);
  if (!map) maps.set(key, map = new Map<string, V>());
  return map;
}
