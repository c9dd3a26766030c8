import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Database } from '../database/database.js';
import { writeTransaction } from '../database/write-transaction.js';
import { prepareDeleteEvents } from './events.statements.js';
import { prepareDeleteStream } from './stream/stream.statements.js';

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
  // The sequence first: it refers to the events of agents.
  const batch = { before, shouldStop };
  const deleted = await deleteInBatches(database, prepareDeleteStream(database.sqlite), batch);
  await deleteInBatches(database, prepareDeleteEvents(database.sqlite), batch);
  return deleted;
}

async function deleteInBatches(
  database: Database,
  deleteBatch: (before: number, limit: number) => number,
  { before, shouldStop }: { before: number; shouldStop: () => boolean },
): Promise<number> {
  let total = 0;
  while (!shouldStop()) {
    const deleted = await writeTransaction(database, () => deleteBatch(before, BATCH_SIZE));
    total += deleted;
    if (deleted < BATCH_SIZE) break;
    await yieldToEventLoop();
  }
  return total;
}
