import { createHash } from 'node:crypto';
import type { Sqlite } from '../database/sqlite.js';

/** Gives things of which the fleet has many alike a number each, stored once. */
export interface Numbers<T> {
  /** what makes a thing this one and no other */
  textOf(thing: T): string;
  /** the number of the thing with this text, if it is still in memory */
  known(text: string): number | undefined;
  /** The number of each thing by its text; new ones are inserted. Inside a transaction; call `remember` with the answer once that is committed. */
  number(things: readonly T[]): ReadonlyMap<string, number>;
  remember(numbers: ReadonlyMap<string, number>): void;
  forget(): void;
}

interface Kind<T> {
  textOf: (thing: T) => string;
  table: string;
  columns: readonly string[];
  valuesOf: (thing: T) => unknown[];
}

// Two of them are kept, some 20 MB at most.
const GENERATION = 40_000;

export function createNumbers<T>(sqlite: Sqlite, { textOf, table, columns, valuesOf }: Kind<T>): Numbers<T> {
  const find = sqlite.prepare<[Buffer], number>(`SELECT id FROM ${table} WHERE key = ?`).pluck();
  const insert = sqlite.prepare(`INSERT INTO ${table} (key, ${columns.join(', ')}) VALUES (?${', ?'.repeat(columns.length)})`);
  let young = new Map<string, number>();
  let old = new Map<string, number>();
  const keep = (text: string, id: number): void => {
    if (young.size >= GENERATION) {
      old = young;
      young = new Map();
    }
    // A copy: a piece of a larger text would keep the whole of it in memory.
    young.set(Buffer.from(text, 'utf16le').toString('utf16le'), id);
  };
  const lookUp = (thing: T, text: string): number => {
    const key = createHash('sha256').update(text).digest().subarray(0, 16);
    return find.get(key) ?? Number(insert.run(key, ...valuesOf(thing)).lastInsertRowid);
  };
  return {
    textOf,
    known(text) {
      const id = young.get(text);
      if (id !== undefined) return id;
      const before = old.get(text);
      if (before !== undefined) keep(text, before);
      return before;
    },
    number(things) {
      const numbers = new Map<string, number>();
      for (const thing of things) {
        const text = textOf(thing);
        if (!numbers.has(text)) numbers.set(text, lookUp(thing, text));
      }
      return numbers;
    },
    remember(numbers) {
      for (const [text, id] of numbers) keep(text, id);
    },
    forget() {
      young = new Map();
      old = new Map();
    },
  };
}
