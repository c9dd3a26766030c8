import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Database } from '../../database/database.js';
import { writeTransaction } from '../../database/write-transaction.js';
import { decodeIdSet } from '../findings/id-set.js';
import type { FactGc } from './facts.gc.js';
import { prepareResultGcStatements } from './results.gc.statements.js';

const PAGE_SIZE = 1000;
const SETS_PER_STEP = 50;

interface ResultGcStats {
  sets: number;
  packages: number;
}

/** Garbage collection of the data of deleted task results. */
export interface ResultGc {
  /**
   * Removes the id sets of deleted results. Then releases packages that only those referred to. Works in short
   * steps, so that requests are answered in between.
   *
   * Does nothing while another call runs. Ends early when `stop` returns true; packages that were not released wait
   * until sets are removed again.
   */
  run: (stop?: () => boolean) => Promise<ResultGcStats>;
  /** Reports that a new result refers to these packages. Inside the transaction that stores the result. */
  protect: (packages: readonly number[]) => void;
}

interface ResultGcDeps {
  database: Database;
  factGc: Pick<FactGc, 'markResultsDeleted'>;
}

type Statements = ReturnType<typeof prepareResultGcStatements>;

export function createResultGc({ database, factGc }: ResultGcDeps): ResultGc {
  const statements = prepareResultGcStatements(database.sqlite, SETS_PER_STEP);
  // During a run: the packages that results refer to, those of new results included.
  let inUse: Set<number> | null = null;
  return {
    protect: (packages) => {
      if (inUse) for (const id of packages) inUse.add(id);
    },
    run: async (stop = () => false) => {
      if (inUse) return { sets: 0, packages: 0 };
      const packagesInUse = new Set<number>();
      inUse = packagesInUse;
      try {
        const sets = await removeSets(database, statements, stop);
        if (sets === 0) return { sets, packages: 0 };
        factGc.markResultsDeleted();
        await findPackagesInUse(statements, packagesInUse, stop);
        return { sets, packages: await releasePackages(database, statements, packagesInUse, stop) };
      } finally {
        inUse = null;
      }
    },
  };
}

const removeSets = (
  database: Database,
  statements: Statements,
  stop: () => boolean,
): Promise<number> =>
  inSteps(
    database,
    statements.lastSet.get() ?? 0,
    stop,
    (from, to) => statements.removeSets.run(from, to).changes,
  );

async function findPackagesInUse(
  statements: Statements,
  inUse: Set<number>,
  stop: () => boolean,
): Promise<void> {
  for (let last = 0; !stop();) {
    const sets = statements.packageSets.all(last);
    for (const { numbers } of sets) for (const id of decodeIdSet(numbers)) inUse.add(id);
    last = sets.at(-1)?.id ?? last;
    if (sets.length < SETS_PER_STEP) return;
    await yieldToEventLoop();
  }
}

// If the search was stopped early, too many packages would seem unused: then `stop` returns true here, too.
const releasePackages = (
  database: Database,
  statements: Statements,
  inUse: ReadonlySet<number>,
  stop: () => boolean,
): Promise<number> =>
  inSteps(database, statements.lastPackage.get() ?? 0, stop, (from, to) => {
    const unused = statements.keptPackages.all(from, to).filter((id) => !inUse.has(id));
    return unused.length === 0 ? 0 : statements.releasePackages.run(JSON.stringify(unused)).changes;
  });

/**
 * Works on the rows 1 to `last` of a table in steps, each in its own transaction.
 * @returns how many rows were changed
 */
async function inSteps(
  database: Database,
  last: number,
  stop: () => boolean,
  step: (from: number, to: number) => number,
): Promise<number> {
  let changed = 0;
  for (let from = 1; from <= last && !stop(); from += PAGE_SIZE) {
    changed += await writeTransaction(database, () => step(from, from + PAGE_SIZE - 1));
    await yieldToEventLoop();
  }
  return changed;
}
