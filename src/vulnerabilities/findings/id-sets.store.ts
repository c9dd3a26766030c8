import { keyOf } from '../../database/key-of.js';
import type { Sqlite } from '../../database/sqlite.js';
import { packNumbers } from './id-set.js';

/** Gives sets of numbers a number each. Inside a transaction only. */
export type NumberSets = (numbers: readonly number[]) => number;

export function createNumberSets(sqlite: Sqlite): NumberSets {
  const find = sqlite.prepare<[Buffer], number>('SELECT id FROM number_sets WHERE key = ?').pluck();
  const insert = sqlite.prepare('INSERT INTO number_sets (key, numbers) VALUES (?, ?)');
  return (numbers) => {
    const packed = packNumbers(numbers);
    const key = keyOf(packed);
    return find.get(key) ?? Number(insert.run(key, packed).lastInsertRowid);
  };
}
