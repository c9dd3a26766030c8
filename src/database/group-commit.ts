import { setImmediate as turn } from 'node:timers/promises';
import type { Database } from './database.js';
import { writeTransaction } from './write-transaction.js';

interface Waiting {
  run: () => () => void;
  reject: (error: unknown) => void;
}

const queues = new WeakMap<Database, Waiting[]>();
const AT_ONCE = 4; // a few milliseconds each: nobody else waits long

/**
 * As `exclusively`, for work that comes in numbers: what waits at the same time shares one transaction, which costs far less than one each. Work that throws
 * takes back its own statements alone; where the transaction itself fails, all of its work rejects. Resolves after the commit.
 */
export function groupCommit<T>(database: Database, work: () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    const run = (): (() => void) => {
      const result = database.sqlite.transaction(work)();
      return () => {
        resolve(result);
      };
    };
    const queue = queues.get(database) ?? [];
    queues.set(database, queue);
    if (queue.push({ run, reject }) === 1) setImmediate(() => void runAll(database, queue));
  });
}

async function runAll(database: Database, queue: Waiting[]): Promise<void> {
  while (queue.length > 0) {
    const some = queue.slice(0, AT_ONCE);
    const answers = await writeTransaction(database, () =>
      some.map((one) => attempt(database, one)),
    ).catch((error: unknown) =>
      some.map(({ reject }) => () => {
        reject(error);
      }),
    );
    for (const answer of answers) answer();
    await turn();
    queue.splice(0, some.length);
  }
}

// A transaction inside another is a savepoint: thrown out of, it takes back what it did. On a full disk SQLite takes back all there is.
function attempt({ sqlite }: Database, { run, reject }: Waiting): () => void {
  try {
    return run();
  } catch (error) {
    if (!sqlite.inTransaction) throw error;
    return () => {
      reject(error);
    };
  }
}
