import { setImmediate as turn } from 'node:timers/promises';
import type { Database } from '../database/database.js';
import { writeTransaction } from '../database/write-transaction.js';
import { lineIds } from './codec/report-codec.js';
import { inventoryCacheOf } from './inventory-cache.js';

const STEP = 1000;
const REPORTS = 50;
const HOSTS = 20;

export interface InventoryGcStats {
  packages: number;
  lines: number;
}

/**
 * Removes packages that no host has and no change or result names, and lines that no kept report holds; a little at
 * a time, so that others get their turn.
 * One at a time for a database: a second one does nothing. Ends early when `stop` says so.
 */
export async function gcInventories(
  database: Database,
  stop: () => boolean = () => false,
): Promise<InventoryGcStats> {
  const stock = inventoryCacheOf(database.sqlite);
  if (stock.inUse) return { packages: 0, lines: 0 };
  const inUse = (stock.inUse = { lines: new Set<number>(), packages: new Set<number>() });
  try {
    const last = {
      packages: lastId(database, 'packages'),
      lines: lastId(database, 'inventory_lines'),
    };
    await markPackages(database, inUse.packages, stop);
    await markLines(database, inUse.lines, stop);
    const packages = await removeUnused(database, {
      table: 'packages WHERE kept = 0 AND',
      last: last.packages,
      inUse: inUse.packages,
      stop,
    });
    const lines = await removeUnused(database, {
      table: 'inventory_lines WHERE',
      last: last.lines,
      inUse: inUse.lines,
      stop,
    });
    return { packages, lines };
  } finally {
    stock.inUse = null;
  }
}

interface Removal {
  table: string;
  last: number;
  inUse: ReadonlySet<number>;
  stop: () => boolean;
}

async function removeUnused(
  database: Database,
  { table, last, inUse, stop }: Removal,
): Promise<number> {
  const ids = database.sqlite
    .prepare<[number, number], number>(`SELECT id FROM ${table} id BETWEEN ? AND ?`)
    .pluck();
  const remove = database.sqlite.prepare(
    `DELETE FROM ${table.split(' ')[0]} WHERE id IN (SELECT value FROM json_each(?))`,
  );
  let removed = 0;
  for (let from = 1; from <= last && !stop(); from += STEP) {
    removed += await writeTransaction(database, () => {
      const unused = ids.all(from, Math.min(last, from + STEP - 1)).filter((id) => !inUse.has(id));
      return unused.length === 0
        ? 0
        : forgetting(database, remove.run(JSON.stringify(unused)).changes);
    });
    await turn();
  }
  return removed;
}

/**
 * Finds the packages that hosts have and changes name; those of reports that are stored meanwhile tell
 * theirs themselves.
 */
async function markPackages(
  { sqlite }: Database,
  inUse: Set<number>,
  stop: () => boolean,
): Promise<void> {
  const hosts = sqlite
    .prepare<[number], number>(
      `SELECT host_id FROM inventories WHERE host_id > ? ORDER BY host_id LIMIT ${HOSTS}`,
    )
    .pluck();
  const links = sqlite
    .prepare<[number, number], number>(
      'SELECT package_id FROM host_packages WHERE host_id BETWEEN ? AND ?',
    )
    .pluck();
  const changes = sqlite
    .prepare<[number, number], [number | null, number | null]>(
      'SELECT from_package, to_package FROM package_changes WHERE host_id BETWEEN ? AND ?',
    )
    .raw();
  for (let last = 0; !stop();) {
    const some = hosts.all(last);
    for (const id of links.iterate(last + 1, some.at(-1) ?? last)) inUse.add(id);
    for (const ids of changes.all(last + 1, some.at(-1) ?? last))
      for (const id of ids) if (id !== null) inUse.add(id);
    last = some.at(-1) ?? last;
    if (some.length < HOSTS) return;
    await turn();
  }
}

/** Finds the lines of all reports; those that are stored meanwhile tell theirs themselves. */
async function markLines(
  { sqlite }: Database,
  inUse: Set<number>,
  stop: () => boolean,
): Promise<void> {
  const reports = sqlite.prepare<[number], { id: number; sections: Buffer }>(
    `SELECT id, sections FROM inventory_reports WHERE id > ? ORDER BY id LIMIT ${REPORTS}`,
  );
  for (let last = 0; !stop();) {
    const some = reports.all(last);
    for (const { sections } of some) for (const id of lineIds(sections)) inUse.add(id);
    last = some.at(-1)?.id ?? last;
    if (some.length < REPORTS) return;
    await turn();
  }
}

// Who holds a number that is gone has to ask anew: it is told before the transaction ends, for afterwards would be
// too late.
function forgetting({ sqlite }: Database, removed: number): number {
  if (removed > 0) inventoryCacheOf(sqlite).swept += 1;
  return removed;
}

const lastId = ({ sqlite }: Database, table: string): number =>
  sqlite.prepare<[], number | null>(`SELECT max(id) FROM ${table}`).pluck().get() ?? 0;
