import { setImmediate as turn } from 'node:timers/promises';
import type { Database } from '../../database/database.js';
import { writeTransaction } from '../../database/write-transaction.js';
import type { Sqlite } from '../../database/sqlite.js';
import { decodeIdSet } from '../findings/id-set.js';

const STEP = 1000;
const REMOVED = 200; // at once: each is looked for among the findings, and leaves three indexes
const SETS = 20;
// So many facts without a host are worth looking through all results for; then so many more than were found to be in use.
const LEAST = 1000;
const GROWTH = 1.1;

export interface FactGcStats {
  facts: number;
  vulnerabilities: number;
}

interface State {
  /** while a sweep looks: the facts that results name which are stored meanwhile */
  named: Set<number> | null;
  /** how many judge the fleet now, with numbers of facts that nobody need refer to yet */
  holders: number;
  /** facts without a host that results were found to name; 0: who knows */
  inUse: number;
}
const states = new WeakMap<Sqlite, State>();

function stateOf(sqlite: Sqlite): State {
  let state = states.get(sqlite);
  if (!state) states.set(sqlite, (state = { named: null, holders: 0, inUse: 0 }));
  return state;
}

/** Tells a sweep, should there be one, that a result names these facts. Inside the transaction that stores the result. */
export function protectFactsFromGc(sqlite: Sqlite, facts: readonly number[]): void {
  const { named } = stateOf(sqlite);
  if (named) for (const id of facts) named.add(id);
}

/** Removes no facts while `work` goes on: it looked some up, and will store findings of them later. */
export async function withFactsPinned<T>(sqlite: Sqlite, work: () => Promise<T>): Promise<T> {
  const state = stateOf(sqlite);
  state.holders += 1;
  try {
    return await work();
  } finally {
    state.holders -= 1;
  }
}

/** Results went: facts that they named may be nobody's now. */
export const markResultsDeleted = (sqlite: Sqlite): void => {
  stateOf(sqlite).inUse = 0;
};

/**
 * Removes facts that stand against no host and that no result of a task names, then vulnerabilities without facts and acceptances; a little at a time, so that others get their turn.
 * One at a time for a database: a second one does nothing. Ends early when `stop` says so, or the fleet is judged: the rest waits until the next time.
 * The newest fact stays, so that no number is ever given twice.
 * @param least below this many facts without a host nothing is done
 */
export async function gcFacts(
  database: Database,
  stop: () => boolean = () => false,
  least = LEAST,
): Promise<FactGcStats> {
  const state = stateOf(database.sqlite);
  const swept = { facts: 0, vulnerabilities: 0 };
  if (state.named) return swept;
  const isOver = (): boolean => stop() || state.holders > 0;
  state.named = new Set();
  try {
    const idle = await idleFacts(database.sqlite, isOver);
    if (isOver() || idle.size < Math.max(least, state.inUse * GROWTH)) return swept;
    await leaveNamed(database.sqlite, idle, isOver);
    if (isOver()) return swept;
    state.inUse = idle.named;
    swept.facts = await removeFacts(database, [...idle], state.named, isOver);
    if (swept.facts > 0) swept.vulnerabilities = await removeVulnerabilities(database, isOver);
    return swept;
  } finally {
    state.named = null;
  }
}

class Idle extends Set<number> {
  named = 0;
}

async function idleFacts(sqlite: Sqlite, isOver: () => boolean): Promise<Idle> {
  const newest = sqlite.prepare<[], number | null>('SELECT max(id) FROM facts').pluck().get() ?? 0;
  const find = sqlite
    .prepare<[number, number], number>(
      'SELECT id FROM facts WHERE id BETWEEN ? AND ? AND NOT EXISTS (SELECT 1 FROM host_findings WHERE fact_id = facts.id)',
    )
    .pluck();
  const idle = new Idle();
  for (let from = 1; from < newest && !isOver(); from += STEP) {
    for (const id of find.iterate(from, Math.min(newest - 1, from + STEP - 1))) idle.add(id);
    await turn();
  }
  return idle;
}

/** Takes out those that the results of tasks name. */
async function leaveNamed(sqlite: Sqlite, idle: Idle, isOver: () => boolean): Promise<void> {
  const sets = sqlite.prepare<[number], { id: number; numbers: Buffer }>(
    `SELECT id, numbers FROM number_sets WHERE id > ? AND EXISTS (SELECT 1 FROM task_results WHERE facts_id = number_sets.id) ORDER BY id LIMIT ${SETS}`,
  );
  for (let last = 0; !isOver();) {
    const some = sets.all(last);
    for (const { numbers } of some)
      for (const id of decodeIdSet(numbers)) if (idle.delete(id)) idle.named += 1;
    last = some.at(-1)?.id ?? last;
    if (some.length < SETS) return;
    await turn();
  }
}

async function removeFacts(
  database: Database,
  idle: readonly number[],
  named: ReadonlySet<number>,
  isOver: () => boolean,
): Promise<number> {
  const remove = database.sqlite.prepare(
    'DELETE FROM facts WHERE id IN (SELECT value FROM json_each(?)) AND NOT EXISTS (SELECT 1 FROM host_findings WHERE fact_id = facts.id)',
  );
  let removed = 0;
  for (let at = 0; at < idle.length; at += REMOVED) {
    removed += await writeTransaction(database, () => {
      // Asked for here, where nobody can begin to judge until it is done.
      if (isOver()) return 0;
      return remove.run(JSON.stringify(idle.slice(at, at + REMOVED).filter((id) => !named.has(id))))
        .changes;
    });
    if (isOver()) return removed;
    await turn();
  }
  return removed;
}

async function removeVulnerabilities(database: Database, isOver: () => boolean): Promise<number> {
  const page = database.sqlite
    .prepare<[string], string>(
      `SELECT id FROM vulnerabilities WHERE id > ? ORDER BY id LIMIT ${STEP}`,
    )
    .pluck();
  const remove = database.sqlite
    .prepare(`DELETE FROM vulnerabilities WHERE id IN (SELECT value FROM json_each(?))
    AND NOT EXISTS (SELECT 1 FROM facts WHERE vulnerability_id = vulnerabilities.id) AND NOT EXISTS (SELECT 1 FROM acceptances WHERE vulnerability_id = vulnerabilities.id)`);
  let removed = 0;
  for (let last = ''; !isOver();) {
    const ids = page.all(last);
    removed += await writeTransaction(database, () =>
      isOver() ? 0 : remove.run(JSON.stringify(ids)).changes,
    );
    last = ids.at(-1) ?? last;
    if (ids.length < STEP) break;
    await turn();
  }
  return removed;
}
