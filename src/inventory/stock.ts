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
  /** while a sweep looks for what is in use: what it found, and what reports brought meanwhile */
  inUse: { lines: Set<number>; packages: Set<number> } | null;
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
  // A control character separates: no field of a package holds one.
  const textOf = (p: Package): string => `${p.format}\u0000${p.name}\u0000${p.version}\u0000${p.architecture}\u0000${p.source}\u0000${p.source_version}\u0000${p.vendor}\u0000${p.module}\u0000${p.size}`;
  const valuesOf = (p: Package): unknown[] => COLUMNS.map((column) => p[column]);
  return createNumbers<Package>(sqlite, { textOf, table: 'packages', columns: COLUMNS, valuesOf });
}
