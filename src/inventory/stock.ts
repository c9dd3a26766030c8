import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Sqlite } from '../database/sqlite.js';
import type { Package } from './inventory.js';
import { createNumbers, type Numbers } from './numbers.js';

/** What reports of one database share while the service runs. */
export interface Stock {
  lines: Numbers<string>;
  packages: Numbers<Package>;
  /** grows when something was swept: numbers that were looked up before may be gone */
  swept: number;
  /** while a sweep looks for lines that are in use: those that reports brought meanwhile */
  inUse: Set<number> | null;
  /** how many reports were stored since the last sweep */
  stored: number;
}

const stocks = new WeakMap<Sqlite, Stock>();
const LONG = 1000;

export function stockOf(sqlite: Sqlite): Stock {
  let stock = stocks.get(sqlite);
  if (!stock) {
    const lines = createNumbers<string>(sqlite, { textOf: (line) => line, table: 'inventory_lines', columns: ['line'], valuesOf: (line) => [line.length < LONG ? line : deflateRawSync(line)] });
    stocks.set(sqlite, (stock = { lines, packages: packageNumbers(sqlite), swept: 0, inUse: null, stored: 0 }));
  }
  return stock;
}

/** A line as it was before it was stored. */
export const lineText = (stored: string | Buffer): string => (typeof stored === 'string' ? stored : inflateRawSync(stored).toString());

const COLUMNS = ['format', 'name', 'version', 'architecture', 'source', 'source_version', 'vendor', 'module', 'size'] as const;

function packageNumbers(sqlite: Sqlite): Numbers<Package> {
  const valuesOf = (p: Package): unknown[] => COLUMNS.map((column) => p[column]);
  return createNumbers<Package>(sqlite, { textOf: (p) => JSON.stringify(valuesOf(p)), table: 'packages', columns: COLUMNS, valuesOf });
}
