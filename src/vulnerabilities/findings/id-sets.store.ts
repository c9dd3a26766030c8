import { contentHash } from '../../lib/content-hash.js';
import type { Sqlite } from '../../database/sqlite.js';
import { encodeIdSet } from './id-set.js';

/** Gives sets of numbers a number each. Inside a transaction only. */
export type StoreIdSet = (numbers: readonly number[]) => number;

export function createIdSetStore(sqlite: Sqlite): StoreIdSet {
  const find = sqlite.prepare<[Buffer], number>('SELECT id FROM number_sets WHERE key = ?').pluck();
  const insert = sqlite.prepare('INSERT INTO number_sets (key, numbers) VALUES (?, ?)');
  return (numbers) => {
    const packed = encodeIdSet(numbers);
    const key = contentHash(packed);
    return find.get(key) ?? Number(insert.run(key, packed).lastInsertRowid);
  };
}
