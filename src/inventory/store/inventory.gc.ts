import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Database } from '../../database/database.js';
import { writeTransaction } from '../../database/write-transaction.js';
import { lineIds } from '../codec/report-codec.js';
import type { InventoryCache } from './inventory-cache.js';
import { gcStatements, type CollectedTable } from './inventory.gc.statements.js';

const IDS_PER_STEP = 1000;
const REPORTS_PER_STEP = 50;
const HOSTS_PER_STEP = 20;

/** Number of deleted rows. */
export interface InventoryGcStats {
  packages: number;
  lines: number;
}

interface GcDeps {
  database: Database;
  cache: InventoryCache;
}

/**
 * Deletes packages without a host, change or result that refers to them, and lines that no stored report contains. It
 * works in small steps, between which other work runs. A second call during a garbage collection does nothing.
 * @param stop returns true to end it early
 */
export async function gcInventories(
  { database, cache }: GcDeps,
  stop: () => boolean,
): Promise<InventoryGcStats> {
  if (cache.marked) return { packages: 0, lines: 0 };
  const marked = { lines: new Set<number>(), packages: new Set<number>() };
  cache.marked = marked;
  try {
    const sql = gcStatements(database.sqlite);
    // Rows that are inserted from here on are not collected.
    const lastPackage = sql.packages.lastId.get() ?? 0;
    const lastLine = sql.lines.lastId.get() ?? 0;
    await markPackages(database, marked.packages, stop);
    await markLines(database, marked.lines, stop);
    const packages = await removeUnmarked(
      { database, cache },
      { table: sql.packages, lastId: lastPackage, marked: marked.packages, stop },
    );
    const lines = await removeUnmarked(
      { database, cache },
      { table: sql.lines, lastId: lastLine, marked: marked.lines, stop },
    );
    return { packages, lines };
  } finally {
    cache.marked = null;
  }
}

interface Removal {
  table: CollectedTable;
  lastId: number;
  marked: ReadonlySet<number>;
  stop: () => boolean;
}

async function removeUnmarked(
  { database, cache }: GcDeps,
  { table, lastId, marked, stop }: Removal,
): Promise<number> {
  let removed = 0;
  for (let from = 1; from <= lastId && !stop(); from += IDS_PER_STEP) {
    const to = Math.min(lastId, from + IDS_PER_STEP - 1);
    removed += await writeTransaction(database, () => {
      const unused = table.candidates.all(from, to).filter((id) => !marked.has(id));
      if (unused.length === 0) return 0;
      const { changes } = table.remove.run(JSON.stringify(unused));
      // Invalidates ids that were looked up before. After the transaction it would be too late.
      if (changes > 0) cache.gcCount += 1;
      return changes;
    });
    await yieldToEventLoop();
  }
  return removed;
}

/** Marks the packages of hosts and of changes. Reports that are stored meanwhile mark their own. */
async function markPackages(
  { sqlite }: Database,
  marked: Set<number>,
  stop: () => boolean,
): Promise<void> {
  const sql = gcStatements(sqlite);
  for (let last = 0; !stop();) {
    const hosts = sql.hostsAfter.all(last, HOSTS_PER_STEP);
    const to = hosts.at(-1) ?? last;
    for (const id of sql.hostPackages.iterate(last + 1, to)) marked.add(id);
    for (const ids of sql.changedPackages.all(last + 1, to))
      for (const id of ids) if (id !== null) marked.add(id);
    last = to;
    if (hosts.length < HOSTS_PER_STEP) return;
    await yieldToEventLoop();
  }
}

/** Marks the lines of all reports. Reports that are stored meanwhile mark their own. */
async function markLines(
  { sqlite }: Database,
  marked: Set<number>,
  stop: () => boolean,
): Promise<void> {
  const sql = gcStatements(sqlite);
  for (let last = 0; !stop();) {
    const reports = sql.reportsAfter.all(last, REPORTS_PER_STEP);
    for (const { sections } of reports) for (const id of lineIds(sections)) marked.add(id);
    last = reports.at(-1)?.id ?? last;
    if (reports.length < REPORTS_PER_STEP) return;
    await yieldToEventLoop();
  }
}
