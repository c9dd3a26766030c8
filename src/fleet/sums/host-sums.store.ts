import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { writeTransaction, type WriteConnection } from '../../database/write-transaction.js';
import type { FindingChanges } from '../../vulnerabilities/ledger/finding-changes.js';
import { FIELDS_PER_ROW, rowValues, type SumsUpdate } from './host-sums.js';
import { prepareSumWrites } from './host-sums.statements.js';

const ROWS_PER_TRANSACTION = 200; // about a millisecond

/**
 * Stores sums in short transactions, and then removes the records of the changes that they contain: an interruption
 * leaves the records, so that the sums are computed again.
 */
export type SaveSums = (update: SumsUpdate) => Promise<void>;

export function createSumStore(
  connection: WriteConnection,
  changes: Pick<FindingChanges, 'remove'>,
): SaveSums {
  const statements = prepareSumWrites(connection.sqlite);
  return async ({ rows, removed, seen }) => {
    const count = rows.length / FIELDS_PER_ROW;
    for (let from = 0; from < count; from += ROWS_PER_TRANSACTION) {
      const to = Math.min(count, from + ROWS_PER_TRANSACTION);
      await writeTransaction(connection, () => {
        for (let row = from; row < to; row += 1) statements.save.run(...rowValues(rows, row));
      });
      await yieldToEventLoop();
    }
    if (removed.length > 0)
      await writeTransaction(connection, () => statements.remove.run(JSON.stringify(removed)));
    const removeSome = (): Promise<number> =>
      writeTransaction(connection, () => changes.remove(seen));
    while ((await removeSome()) > 0) await yieldToEventLoop();
  };
}
