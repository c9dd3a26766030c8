import { createHash } from 'node:crypto';
import type { Sqlite } from '../database/sqlite.js';
import { packNumbers } from './number-set.js';

/** Gives sets of numbers a number each; `isNew` tells whether nobody had this set before. Inside a transaction only. */
export type NumberSets = (numbers: readonly number[]) => { id: number; isNew: boolean };

export function createNumberSets(sqlite: Sqlite): NumberSets {
  const find = sqlite.prepare<[Buffer], number>('SELECT id FROM number_sets WHERE key = ?').pluck();
  const insert = sqlite.prepare('INSERT INTO number_sets (key, numbers) VALUES (?, ?)');
  return (numbers) => {
    const packed = packNumbers(numbers);
    const key = createHash('sha256').update(packed).digest().subarray(0, 16);
    const known = find.get(key);
    return known === undefined ? { id: Number(insert.run(key, packed).lastInsertRowid), isNew: true } : { id: known, isNew: false };
  };
}
