import { setImmediate as turn } from 'node:timers/promises';
import type { Database } from '../../database/database.js';
import { writeTransaction } from '../../database/write-transaction.js';
import type { Sqlite } from '../../database/sqlite.js';
import { markResultsDeleted } from './facts.gc.js';
import { decodeIdSet } from '../findings/id-set.js';

const STEP = 1000;
const SETS = 50;

export interface ResultGcStats {
  sets: number;
  packages: number;
}

// While a sweep looks for the packages that results name: those of results that are stored meanwhile.
const looking = new WeakMap<Sqlite, Set<number>>();

/** Tells a sweep, should there be one, that a result names these packages. Inside the transaction that stores the result. */
export function protectFromGc(sqlite: Sqlite, packages: readonly number[]): void {
  const inUse = looking.get(sqlite);
  if (inUse) for (const id of packages) inUse.add(id);
}

/**
 * Removes the sets of numbers that went with the results of deleted tasks, and lets go of packages that only those named; a little at a time, so that others get their turn.
 * One at a time for a database: a second one does nothing. Ends early when `stop` says so; what it did not get to waits until sets are removed again.
 */
export async function gcResults(
  database: Database,
  stop: () => boolean = () => false,
): Promise<ResultGcStats> {
  const { sqlite } = database;
  if (looking.has(sqlite)) return { sets: 0, packages: 0 };
  const inUse = new Set<number>();
  looking.set(sqlite, inUse);
  try {
    const sets = await removeSets(database, stop);
    if (sets > 0) markResultsDeleted(sqlite);
    if (sets > 0) await markPackages(sqlite, inUse, stop);
    return { sets, packages: sets === 0 ? 0 : await letGo(database, inUse, stop) };
  } finally {
    looking.delete(sqlite);
  }
}

async function removeSets(database: Database, stop: () => boolean): Promise<number> {
  const isNamed = (column: string): string =>
    `EXISTS (SELECT 1 FROM task_results WHERE ${column} = number_sets.id)`;
  const remove = database.sqlite.prepare(
    `DELETE FROM number_sets WHERE id BETWEEN ? AND ? AND NOT ${isNamed('facts_id')} AND NOT ${isNamed('state_id')}`,
  );
  return inSteps(database, 'number_sets', stop, (from, to) => remove.run(from, to).changes);
}

async function markPackages(
  sqlite: Sqlite,
  inUse: Set<number>,
  stop: () => boolean,
): Promise<void> {
  const states = sqlite.prepare<[number], { id: number; numbers: Buffer }>(
    `SELECT id, numbers FROM number_sets WHERE id > ? AND EXISTS (SELECT 1 FROM task_results WHERE state_id = number_sets.id) ORDER BY id LIMIT ${SETS}`,
  );
  for (let last = 0; !stop();) {
    const some = states.all(last);
    for (const { numbers } of some) for (const id of decodeIdSet(numbers)) inUse.add(id);
    last = some.at(-1)?.id ?? last;
    if (some.length < SETS) return;
    await turn();
  }
}

// When the marking was ended early too much would seem to be in no use: then `stop` says so here as well.
function letGo(
  database: Database,
  inUse: ReadonlySet<number>,
  stop: () => boolean,
): Promise<number> {
  const kept = database.sqlite
    .prepare<[number, number], number>(
      'SELECT id FROM packages WHERE kept = 1 AND id BETWEEN ? AND ?',
    )
    .pluck();
  const update = database.sqlite.prepare(
    'UPDATE packages SET kept = 0 WHERE id IN (SELECT value FROM json_each(?))',
  );
  return inSteps(database, 'packages', stop, (from, to) => {
    const unused = kept.all(from, to).filter((id) => !inUse.has(id));
    return unused.length === 0 ? 0 : update.run(JSON.stringify(unused)).changes;
  });
}

/** Does a table by the numbers of its rows, each step in a transaction of its own. @returns how many rows were changed */
async function inSteps(
  database: Database,
  table: string,
  stop: () => boolean,
  step: (from: number, to: number) => number,
): Promise<number> {
  const last =
    database.sqlite.prepare<[], number | null>(`SELECT max(id) FROM ${table}`).pluck().get() ?? 0;
  let changed = 0;
  for (let from = 1; from <= last && !stop(); from += STEP) {
    changed += await writeTransaction(database, () => step(from, from + STEP - 1));
    await turn();
  }
  return changed;
}
