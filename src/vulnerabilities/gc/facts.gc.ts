import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Database } from '../../database/database.js';
import { writeTransaction } from '../../database/write-transaction.js';
import { decodeIdSet } from '../findings/id-set.js';
import { prepareFactGcStatements } from './facts.gc.statements.js';

const PAGE_SIZE = 1000;
// Each fact is looked up among the findings, after a start on a disk.
const FACTS_PER_STEP = 200;
// Deleting a fact looks it up among the findings and removes entries of three indexes.
const DELETE_BATCH_SIZE = 200;
const SETS_PER_STEP = 20;
// Reading all results pays off from this many unused facts on; afterwards, from 10 % more than were in use by results.
const MIN_UNUSED = 1000;
const MIN_GROWTH = 1.1;

interface FactGcStats {
  facts: number;
  vulnerabilities: number;
}

/** Garbage collection of facts and vulnerabilities. */
export interface FactGc {
  /**
   * Removes facts without a finding, and without a task result or a difference that refers to them. Then removes
   * vulnerabilities without facts and acceptances. Works in short steps, so that requests are answered in between.
   *
   * Does nothing while another call runs. Ends early when `stop` returns true, or when a rematch starts; the next call
   * continues. The newest fact is kept, so that no id is reused.
   * @param minUnused with fewer facts without a finding nothing is done
   */
  run: (stop?: () => boolean, minUnused?: number) => Promise<FactGcStats>;
  /** Reports that a new result refers to these facts. Inside the transaction that stores the result. */
  protect: (facts: readonly number[]) => void;
  /** Removes no facts until `work` has ended: it looked facts up and stores findings of them later. */
  withFactsPinned: <T>(work: () => Promise<T>) => Promise<T>;
  /** Reports that results were deleted: facts may be unused now. */
  markResultsDeleted: () => void;
}

interface State {
  /** during a run: facts that new results refer to */
  protectedFacts: Set<number> | null;
  /** rematches in progress: they hold ids of facts that no finding refers to yet */
  pins: number;
  /** facts without a finding that results or differences refer to, as of the last run; 0: unknown */
  usedElsewhere: number;
}

type Statements = ReturnType<typeof prepareFactGcStatements>;

export function createFactGc(database: Database): FactGc {
  const statements = prepareFactGcStatements(database.sqlite, {
    pageSize: PAGE_SIZE,
    setsPerStep: SETS_PER_STEP,
  });
  const state: State = { protectedFacts: null, pins: 0, usedElsewhere: 0 };
  return {
    run: (stop = () => false, minUnused = MIN_UNUSED) =>
      gcFacts({ database, statements, state }, stop, minUnused),
    protect: (facts) => {
      if (state.protectedFacts) for (const id of facts) state.protectedFacts.add(id);
    },
    withFactsPinned: async (work) => {
      state.pins += 1;
      try {
        return await work();
      } finally {
        state.pins -= 1;
      }
    },
    markResultsDeleted: () => {
      state.usedElsewhere = 0;
    },
  };
}

interface Run {
  database: Database;
  statements: Statements;
  state: State;
}

async function gcFacts(run: Run, stop: () => boolean, minUnused: number): Promise<FactGcStats> {
  const { state, statements } = run;
  const stats = { facts: 0, vulnerabilities: 0 };
  if (state.protectedFacts) return stats;
  const isStopped = (): boolean => stop() || state.pins > 0;
  const protectedFacts = new Set<number>();
  state.protectedFacts = protectedFacts;
  try {
    const unused = await findUnusedFacts(statements, isStopped);
    if (isStopped() || unused.size < Math.max(minUnused, state.usedElsewhere * MIN_GROWTH))
      return stats;
    const used =
      (await dropFactsOfResults(statements, unused, isStopped)) +
      (await dropFactsOfDifferences(statements, unused, isStopped));
    if (isStopped()) return stats;
    state.usedElsewhere = used;
    stats.facts = await removeFacts(run, [...unused], protectedFacts, isStopped);
    if (stats.facts > 0) stats.vulnerabilities = await removeVulnerabilities(run, isStopped);
    return stats;
  } finally {
    state.protectedFacts = null;
  }
}

/** Returns the facts without a finding, except the newest fact. */
async function findUnusedFacts(
  statements: Statements,
  isStopped: () => boolean,
): Promise<Set<number>> {
  const newest = statements.newestFact.get() ?? 0;
  const unused = new Set<number>();
  for (let from = 1; from < newest && !isStopped(); from += FACTS_PER_STEP) {
    const to = Math.min(newest - 1, from + FACTS_PER_STEP - 1);
    for (const id of statements.unusedFacts.iterate(from, to)) unused.add(id);
    await yieldToEventLoop();
  }
  return unused;
}

/** Rows that refer to facts: a page of them after an id, how long a page is, and the facts of a row. */
interface References<T extends { id: number }> {
  readPage: (after: number) => readonly T[];
  pageSize: number;
  factsOf: (row: T) => Iterable<number>;
}

/** Drops those that the rows refer to from the set. @returns how many these are */
async function dropReferenced<T extends { id: number }>(
  { readPage, pageSize, factsOf }: References<T>,
  unused: Set<number>,
  isStopped: () => boolean,
): Promise<number> {
  let dropped = 0;
  for (let last = 0; !isStopped();) {
    const rows = readPage(last);
    for (const row of rows) for (const id of factsOf(row)) if (unused.delete(id)) dropped += 1;
    last = rows.at(-1)?.id ?? last;
    if (rows.length < pageSize) break;
    await yieldToEventLoop();
  }
  return dropped;
}

/** Drops those that task results refer to from the set. @returns how many these are */
const dropFactsOfResults = (
  { factSets }: Statements,
  unused: Set<number>,
  isStopped: () => boolean,
): Promise<number> =>
  dropReferenced(
    {
      readPage: (after) => factSets.all(after),
      pageSize: SETS_PER_STEP,
      factsOf: ({ numbers }) => decodeIdSet(numbers),
    },
    unused,
    isStopped,
  );

/** Drops those that differences refer to from the set. @returns how many these are */
const dropFactsOfDifferences = (
  { differences }: Statements,
  unused: Set<number>,
  isStopped: () => boolean,
): Promise<number> =>
  dropReferenced(
    {
      readPage: (after) => differences.all(after),
      pageSize: PAGE_SIZE,
      factsOf: ({ appeared, disappeared }) =>
        [appeared, disappeared].flatMap((list) => JSON.parse(list) as number[]),
    },
    unused,
    isStopped,
  );

async function removeFacts(
  { database, statements }: Run,
  unused: readonly number[],
  protectedFacts: ReadonlySet<number>,
  isStopped: () => boolean,
): Promise<number> {
  let removed = 0;
  for (let at = 0; at < unused.length; at += DELETE_BATCH_SIZE) {
    removed += await writeTransaction(database, () => {
      // Checked inside the transaction: no rematch can start before it ends.
      if (isStopped()) return 0;
      const batch = unused
        .slice(at, at + DELETE_BATCH_SIZE)
        .filter((id) => !protectedFacts.has(id));
      return statements.removeFacts.run(JSON.stringify(batch)).changes;
    });
    if (isStopped()) return removed;
    await yieldToEventLoop();
  }
  return removed;
}

async function removeVulnerabilities(
  { database, statements }: Run,
  isStopped: () => boolean,
): Promise<number> {
  let removed = 0;
  for (let last = ''; !isStopped();) {
    const ids = statements.vulnerabilities.all(last);
    removed += await writeTransaction(database, () =>
      isStopped() ? 0 : statements.removeVulnerabilities.run(JSON.stringify(ids)).changes,
    );
    last = ids.at(-1) ?? last;
    if (ids.length < PAGE_SIZE) break;
    await yieldToEventLoop();
  }
  return removed;
}
