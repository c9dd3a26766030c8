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

// Most work takes a few milliseconds. Others wait for a whole batch.
const MAX_BATCH_SIZE = 4;
const MAX_BATCH_MS = 8;

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
    const batch: QueuedWork[] = [];
    const settlers = await unobservedTransaction(connection, () =>
      runBatch(connection.sqlite, queue, batch),
    ).catch((error: unknown) =>
      // Without any work, the transaction could not begin.
      (batch.length > 0 ? batch : queue.slice(0, MAX_BATCH_SIZE)).map(({ reject }) => () => {
        reject(error);
      }),
    );
    for (const settle of settlers) settle();
    await yieldToEventLoop();
    queue.splice(0, settlers.length);
  }
}

/** Runs the first works of the queue, and adds them to `batch`. */
function runBatch(sqlite: Sqlite, queue: readonly QueuedWork[], batch: QueuedWork[]) {
  const endsAt = performance.now() + MAX_BATCH_MS;
  const settlers: (() => void)[] = [];
  for (const queued of queue.slice(0, MAX_BATCH_SIZE)) {
    batch.push(queued);
    settlers.push(attempt(sqlite, queued));
    if (performance.now() >= endsAt) break;
  }
  return settlers;
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
