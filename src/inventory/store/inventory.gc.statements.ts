import type { Sqlite } from '../../database/sqlite.js';
import { memoizeWeak } from '../../lib/memoize.js';

/** The statements that garbage collect one table of shared rows. */
export interface CollectedTable {
  /** the greatest id; null: no rows */
  lastId: { get(): number | null | undefined };
  /** ids from … to … that may be deleted */
  candidates: { all(from: number, to: number): number[] };
  /** JSON: an array of ids */
  remove: { run(ids: string): { changes: number } };
}

/** The statements of the garbage collection, prepared once per connection. */
export const gcStatements = memoizeWeak((sqlite: Sqlite) => ({
  // Packages that a task result refers to (`kept`) are never deleted here.
  packages: collectedTable(sqlite, 'packages', 'pinned = 0 AND'),
  lines: collectedTable(sqlite, 'inventory_lines', ''),
  /** hosts with an inventory after …, at most … */
  hostsAfter: sqlite
    .prepare<[number, number], number>(
      'SELECT host_id FROM inventories WHERE host_id > ? ORDER BY host_id LIMIT ?',
    )
    .pluck(),
  /** packages of the hosts from … to … */
  hostPackages: sqlite
    .prepare<[number, number], number>(
      'SELECT package_id FROM host_packages WHERE host_id BETWEEN ? AND ?',
    )
    .pluck(),
  /** both packages of each change of the hosts from … to … */
  changedPackages: sqlite
    .prepare<[number, number], [number | null, number | null]>(
      'SELECT from_package, to_package FROM package_changes WHERE host_id BETWEEN ? AND ?',
    )
    .raw(),
  /** reports after …, at most … */
  reportsAfter: sqlite.prepare<[number, number], { id: number; sections: Buffer }>(
    'SELECT id, sections FROM inventory_reports WHERE id > ? ORDER BY id LIMIT ?',
  ),
}));

const collectedTable = (sqlite: Sqlite, table: string, condition: string): CollectedTable => ({
  lastId: sqlite.prepare<[], number | null>(`SELECT max(id) FROM ${table}`).pluck(),
  candidates: sqlite
    .prepare<[number, number], number>(
      `SELECT id FROM ${table} WHERE ${condition} id BETWEEN ? AND ?`,
    )
    .pluck(),
  remove: sqlite.prepare<[string]>(
    `DELETE FROM ${table} WHERE id IN (SELECT value FROM json_each(?))`,
  ),
});
