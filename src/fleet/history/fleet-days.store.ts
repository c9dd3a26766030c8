import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { ClockWatch } from '../../clock/clock-watch.js';
import { writeTransaction, type WriteConnection } from '../../database/write-transaction.js';
import { DIFFERENCE_DAYS, dayOf, MAX_HISTORY_DAYS } from '../../vulnerabilities/ledger/days.js';
import { createLedgerRemoval } from '../../vulnerabilities/ledger/ledger.js';
import { FIELDS_PER_DAY_ROW, type FleetDay } from './fleet-day.js';
import { prepareDayWrites } from './fleet-days.statements.js';

const ROWS_PER_TRANSACTION = 200; // about a millisecond

/**
 * Stores a day in short transactions: rows that are stored already are replaced. Days before the last MAX_HISTORY_DAYS
 * are removed with the first call for a day, and differences that are not kept any more.
 */
export type SaveDay = (day: FleetDay) => Promise<void>;

export function createDayStore(
  connection: WriteConnection,
  { deletableBefore }: Pick<ClockWatch, 'deletableBefore'>,
): SaveDay {
  const { save, removeBefore } = prepareDayWrites(connection.sqlite);
  const removeFromLedger = createLedgerRemoval(connection.sqlite);
  let lastDay: number | null = null;
  // Today is kept, as one of the days.
  const firstKept = (days: number): number => dayOf(deletableBefore(days)) + 1;
  const removeOld = async (day: number): Promise<void> => {
    const first = firstKept(MAX_HISTORY_DAYS);
    const firstDifferences = firstKept(DIFFERENCE_DAYS);
    await writeTransaction(connection, () => removeBefore.run(first));
    await writeTransaction(connection, () => {
      removeFromLedger.days(first);
    });
    const removeSome = (): Promise<number> =>
      writeTransaction(connection, () => removeFromLedger.differences(firstDifferences));
    while ((await removeSome()) > 0) await yieldToEventLoop();
    lastDay = day;
  };
  return async ({ day, rows }) => {
    const step = ROWS_PER_TRANSACTION * FIELDS_PER_DAY_ROW;
    for (let from = 0; from < rows.length; from += step) {
      const part = rows.subarray(from, from + step);
      await writeTransaction(connection, () => {
        for (let at = 0; at < part.length; at += FIELDS_PER_DAY_ROW)
          save.run(day, ...part.subarray(at, at + FIELDS_PER_DAY_ROW));
      });
      await yieldToEventLoop();
    }
    if (day !== lastDay) await removeOld(day);
  };
}
