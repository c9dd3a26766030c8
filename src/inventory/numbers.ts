import { createHash } from 'node:crypto';
import type { Sqlite } from '../database/sqlite.js';

/** Gives things of which the fleet has many alike a number each, stored once. */
export interface Numbers<T> {
  /** The number of each thing by its text; new ones are inserted. Inside a transaction; call `remember` with the answer once that is committed. */
  number(things: readonly T[], from?: 'memory' | 'tables'): ReadonlyMap<string, number>;
  /** keeps numbers in memory, which spares most of the looking up */
  remember(numbers: ReadonlyMap<string, number>): void;
  forget(): void;
  textOf(thing: T): string;
}

interface Kind<T> {
  /** what makes a thing this one and no other */
  textOf: (thing: T) => string;
  table: string;
  columns: readonly string[];
  valuesOf: (thing: T) => unknown[];
}

const GENERATION = 20_000;

export function createNumbers<T>(sqlite: Sqlite, { textOf, table, columns, valuesOf }: Kind<T>): Numbers<T> {
  const find = sqlite.prepare<[Buffer], number>(`SELECT id FROM ${table} WHERE key = ?`).pluck();
  const insert = sqlite.prepare(`INSERT INTO ${table} (key, ${columns.join(', ')}) VALUES (?${', ?'.repeat(columns.length)})`);
  let young = new Map<string, number>();
  let old = new Map<string, number>();
  const recall = (text: string): number | undefined => young.get(text) ?? old.get(text);
  const lookUp = (thing: T, text: string): number => {
    const key = createHash('sha256').update(text).digest().subarray(0, 16);
    return find.get(key) ?? Number(insert.run(key, ...valuesOf(thing)).lastInsertRowid);
  };
  return {
    textOf,
    number(things, from = 'memory') {
      const numbers = new Map<string, number>();
      for (const thing of things) {
        const text = textOf(thing);
        if (!numbers.has(text)) numbers.set(text, (from === 'memory' ? recall(text) : undefined) ?? lookUp(thing, text));
      }
      return numbers;
    },
    remember(numbers) {
      for (const [text, id] of numbers) {
        if (young.has(text)) continue;
        // A copy: a piece of a larger text would keep the whole of it in memory.
        young.set(Buffer.from(text, 'utf16le').toString('utf16le'), id);
        if (young.size < GENERATION) continue;
        old = young;
        young = new Map();
      }
    },
    forget() {
      young = new Map();
      old = new Map();
    },
  };
}
