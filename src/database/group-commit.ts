import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Sqlite } from './sqlite.js';
import {
  currentObserver,
  observeWork,
  unobservedTransaction,
  type WriteConnection,
} from './write-transaction.js';

/**
 * As `writeTransaction`, for frequent work: work that is queued at the same time shares one transaction, which costs
 * far less than one transaction each. Work that throws is rolled back alone. When the transaction itself
 * fails, all of its work rejects. Resolves after the commit.
 */
export type GroupCommit = <T>(work: () => T) => Promise<T>;

interface QueuedWork {
  /** runs the work; returns the function that resolves its promise */
  run: () => () => void;
  reject: (error: unknown) => void;
}

const MAX_BATCH_SIZE = 4; // a few milliseconds each, so that others do not wait long

export function createGroupCommit(connection: WriteConnection): GroupCommit {
  const { sqlite } = connection;
  const queue: QueuedWork[] = [];
  return (work) =>
    new Promise((resolve, reject) => {
      const observer = currentObserver();
      const run = (): (() => void) => {
        const result = sqlite.transaction(observeWork(observer, work))();
        return () => {
          observer?.afterCommit();
          resolve(result);
        };
      };
      if (queue.push({ run, reject }) === 1) setImmediate(() => void runAll(connection, queue));
    });
}

async function runAll(connection: WriteConnection, queue: QueuedWork[]): Promise<void> {
  while (queue.length > 0) {
    const batch = queue.slice(0, MAX_BATCH_SIZE);
    const settlers = await unobservedTransaction(connection, () =>
      batch.map((queued) => attempt(connection.sqlite, queued)),
    ).catch((error: unknown) =>
      batch.map(({ reject }) => () => {
        reject(error);
      }),
    );
    for (const settle of settlers) settle();
    await yieldToEventLoop();
    queue.splice(0, batch.length);
  }
}

// A transaction inside another is a savepoint, to which SQLite rolls back when the work throws. On a full disk SQLite
// rolls back the whole transaction.
function attempt(sqlite: Sqlite, { run, reject }: QueuedWork): () => void {
  try {
    return run();
  } catch (error) {
    if (!sqlite.inTransaction) throw error;
    return () => {
      reject(error);
    };
  }
}
