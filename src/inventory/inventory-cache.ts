import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Sqlite } from '../database/sqlite.js';
import type { Package } from './inventory.js';
import { createIdInterner, type IdInterner } from './id-interner.js';
import type { LastStored } from './ingest-worker/fingerprint.js';
import { packageIdentity } from './ingest-worker/parse.js';

/** What reports of one database share while the service runs. */
export interface InventoryCache {
  lines: IdInterner<string>;
  packages: IdInterner<Package>;
  /** grows when something was swept: numbers that were looked up before may be gone */
  swept: number;
  /** while a sweep looks for what is in use: what it found, and what reports brought meanwhile */
  inUse: { lines: Set<number>; packages: Set<number> } | null;
  /** how many reports were stored since the last sweep */
  stored: number;
  /**
   * host → its newest report, while the service runs: what reads reports may have changed by the next
   * start. Not in force where another report is the newest
   */
  newest: Map<number, LatestReport>;
}

export interface LatestReport extends LastStored {
  reportId: number;
  packagesCount: number;
}

const stocks = new WeakMap<Sqlite, InventoryCache>();
const LONG = 1000;
const COLUMNS = [
  'format',
  'name',
  'version',
  'architecture',
  'source',
  'source_version',
  'vendor',
  'module',
  'size',
] as const;

export function inventoryCacheOf(sqlite: Sqlite): InventoryCache {
  let stock = stocks.get(sqlite);
  if (!stock) {
    const lines = createIdInterner<string>(sqlite, {
      textOf: (line) => line,
      table: 'inventory_lines',
      columns: ['line'],
      valuesOf: (line) => [line.length < LONG ? line : deflateRawSync(line)],
    });
    const packages = createIdInterner<Package>(sqlite, {
      textOf: packageIdentity,
      table: 'packages',
      columns: COLUMNS,
      valuesOf: (p) => COLUMNS.map((column) => p[column]),
    });
    stocks.set(
      sqlite,
      (stock = { lines, packages, swept: 0, inUse: null, stored: 0, newest: new Map() }),
    );
  }
  return stock;
}

/** A line as it was before it was stored. */
export const lineText = (stored: string | Buffer): string =>
  typeof stored === 'string' ? stored : inflateRawSync(stored).toString();
