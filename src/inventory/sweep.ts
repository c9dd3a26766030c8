import type { Database } from '../database/database.js';
import { exclusively } from '../database/exclusively.js';
import { idsOf } from './raw/packed.js';
import { stockOf } from './stock.js';

const STEP = 1000;
const REPORTS = 50;

export interface Swept { packages: number; lines: number }

/**
 * Removes packages that no host has and no change names, and lines that no kept report holds; a little at a time, so that others get their turn.
 * One at a time for a database. Ends early when `stop` says so.
 */
export async function sweepInventories(database: Database, stop: () => boolean = () => false): Promise<Swept> {
  const packages = await sweepPackages(database, stop);
  const lines = await sweepLines(database, stop);
  return { packages, lines };
}

const UNUSED = `id BETWEEN ? AND ? AND id NOT IN (SELECT package_id FROM host_packages WHERE package_id = packages.id)
  AND NOT EXISTS (SELECT 1 FROM package_changes WHERE from_package = packages.id) AND NOT EXISTS (SELECT 1 FROM package_changes WHERE to_package = packages.id)`;

async function sweepPackages(database: Database, stop: () => boolean): Promise<number> {
  const remove = database.sqlite.prepare(`DELETE FROM packages WHERE ${UNUSED}`);
  const last = lastId(database, 'packages');
  let removed = 0;
  for (let from = 1; from <= last && !stop(); from += STEP) {
    removed += await exclusively(database, () => forgetting(database, remove.run(from, from + STEP - 1).changes));
    await turn();
  }
  return removed;
}

async function sweepLines(database: Database, stop: () => boolean): Promise<number> {
  const { sqlite } = database;
  const stock = stockOf(sqlite);
  if (stock.inUse) return 0; // another sweep is at it
  const inUse = stock.inUse = new Set<number>();
  try {
    const last = lastId(database, 'inventory_lines');
    await markLines(database, inUse, stop);
    const ids = sqlite.prepare<[number, number], number>('SELECT id FROM inventory_lines WHERE id BETWEEN ? AND ?').pluck();
    const remove = sqlite.prepare('DELETE FROM inventory_lines WHERE id IN (SELECT value FROM json_each(?))');
    let removed = 0;
    for (let from = 1; from <= last && !stop(); from += STEP) {
      removed += await exclusively(database, () => {
        const unused = ids.all(from, Math.min(last, from + STEP - 1)).filter((id) => !inUse.has(id));
        return unused.length === 0 ? 0 : forgetting(database, remove.run(JSON.stringify(unused)).changes);
      });
      await turn();
    }
    return removed;
  } finally {
    stock.inUse = null;
  }
}

/** Finds the lines of all reports; those that are stored meanwhile tell theirs themselves. */
async function markLines({ sqlite }: Database, inUse: Set<number>, stop: () => boolean): Promise<void> {
  const reports = sqlite.prepare<[number], { id: number; sections: Buffer }>(`SELECT id, sections FROM inventory_reports WHERE id > ? ORDER BY id LIMIT ${REPORTS}`);
  for (let last = 0; !stop();) {
    const some = reports.all(last);
    for (const { sections } of some) for (const id of idsOf(sections)) inUse.add(id);
    last = some.at(-1)?.id ?? last;
    if (some.length < REPORTS) return;
    await turn();
  }
}

// Who holds a number that is gone has to ask anew: it is told before the transaction ends, for afterwards would be too late.
function forgetting({ sqlite }: Database, removed: number): number {
  if (removed === 0) return 0;
  const stock = stockOf(sqlite);
  stock.swept += 1;
  stock.lines.forget();
  stock.packages.forget();
  return removed;
}

const lastId = ({ sqlite }: Database, table: string): number => sqlite.prepare<[], number | null>(`SELECT max(id) FROM ${table}`).pluck().get() ?? 0;
const turn = (): Promise<void> => new Promise((resolve) => { setImmediate(resolve); });
