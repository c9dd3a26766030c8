import { contentHash } from '../lib/content-hash.js';
import type { Sqlite } from '../database/sqlite.js';

/** Gives things of which the fleet has many alike a number each, stored once. */
export interface IdInterner<T> {
  /** The numbers of things, in their order; new ones are inserted. Inside a transaction. */
  number(things: readonly T[]): number[];
}

interface Kind<T> {
  /** what makes a thing this one and no other */
  textOf: (thing: T) => string;
  table: string;
  columns: readonly string[];
  valuesOf: (thing: T) => unknown[];
}

export function createIdInterner<T>(
  sqlite: Sqlite,
  { textOf, table, columns, valuesOf }: Kind<T>,
): IdInterner<T> {
  const find = sqlite.prepare<[Buffer], number>(`SELECT id FROM ${table} WHERE key = ?`).pluck();
  const insert = sqlite.prepare(
    `INSERT INTO ${table} (key, ${columns.join(', ')}) VALUES (?${', ?'.repeat(columns.length)})`,
  );
  return {
    number: (things) =>
      things.map((thing) => {
        const key = contentHash(textOf(thing));
        return find.get(key) ?? Number(insert.run(key, ...valuesOf(thing)).lastInsertRowid);
      }),
  };
}
