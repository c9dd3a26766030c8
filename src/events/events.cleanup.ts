import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Database } from '../database/database.js';
import { writeTransaction } from '../database/write-transaction.js';
import { prepareDeleteEvents } from './events.statements.js';

const BATCH_SIZE = 1000;

/**
 * Deletes events older than `before` (Unix seconds) in batches, and yields to the event loop between
 * them. Returns the number of deleted events; ends early when `shouldStop` returns true.
 */
export async function deleteOldEvents(
  database: Database,
  before: number,
  shouldStop: () => boolean = () => false,
): Promise<number> {
  const deleteBatch = prepareDeleteEvents(database.sqlite);
  let total = 0;
  while (!shouldStop()) {
    const deleted = await writeTransaction(database, () => deleteBatch(before, BATCH_SIZE));
    total += deleted;
    if (deleted < BATCH_SIZE) break;
    await yieldToEventLoop();
  }
  return total;
}
