import type { Sqlite } from '../../database/sqlite.js';
import { contentHash } from '../../lib/content-hash.js';
import { encodeLine } from '../codec/line-codec.js';
import type { LastStored } from '../ingest-worker/fingerprint.js';
import { packageIdentity } from '../ingest-worker/parse.js';
import type { Package } from '../inventory.js';
import { PACKAGE_COLUMNS, storeStatements } from './store.statements.js';

/** Assigns ids to items that many hosts share. Each is stored once, and found by the hash of its identity. */
interface IdInterner<T> {
  /** Returns the ids of items, in their order; inserts new ones. Inside a transaction. */
  idsFor(items: readonly T[]): number[];
}

/** State that all reports of one database share while the service runs. */
export interface InventoryCache {
  lines: IdInterner<string>;
  packages: IdInterner<Package>;
  /** number of garbage collections that deleted rows: ids that were looked up before may be deleted */
  gcCount: number;
  /** ids in use, while a garbage collection marks them; stored reports add theirs. null: no garbage collection */
  marked: { lines: Set<number>; packages: Set<number> } | null;
  /** number of reports that were stored since the last garbage collection */
  storedSinceGc: number;
  /**
   * The latest report of each host. Not stored: a new version of the service may parse reports differently. An entry
   * is outdated when the host's stored report has another id.
   */
  latest: Map<number, LatestReport>;
}

interface LatestReport extends LastStored {
  reportId: number;
  packagesCount: number;
}

interface InternerOptions<T> {
  /** everything that distinguishes an item */
  identify: (item: T) => string;
  find: { get(key: Buffer): number | undefined };
  /** returns the id */
  insert: (key: Buffer, item: T) => number | bigint;
}

export function createInventoryCache(sqlite: Sqlite): InventoryCache {
  const sql = storeStatements(sqlite);
  return {
    lines: createIdInterner<string>({
      identify: (line) => line,
      find: sql.findLine,
      insert: (key, line) => sql.insertLine.run(key, encodeLine(line)).lastInsertRowid,
    }),
    packages: createIdInterner<Package>({
      identify: packageIdentity,
      find: sql.findPackage,
      insert: (key, item) =>
        sql.insertPackage.run(key, ...PACKAGE_COLUMNS.map((column) => item[column]))
          .lastInsertRowid,
    }),
    gcCount: 0,
    marked: null,
    storedSinceGc: 0,
    latest: new Map(),
  };
}

const createIdInterner = <T>({ identify, find, insert }: InternerOptions<T>): IdInterner<T> => ({
  idsFor: (items) =>
    items.map((item) => {
      const key = contentHash(identify(item));
      return find.get(key) ?? Number(insert(key, item));
    }),
});
