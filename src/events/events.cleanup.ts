import { setImmediate as turn } from 'node:timers/promises';
import type { Database } from '../database/database.js';
import { writeTransaction } from '../database/write-transaction.js';

const CHUNK = 1000;

/** Removes events older than `before` (Unix seconds), a little at a time, so that others get their turn. Gives how many; ends early when `stop` says so. */
export async function deleteOldEvents(
  database: Database,
  before: number,
  stop: () => boolean = () => false,
): Promise<number> {
  const remove = database.sqlite.prepare(
    `DELETE FROM agent_events WHERE seq IN (SELECT seq FROM agent_events WHERE time < ? ORDER BY time LIMIT ${CHUNK})`,
  );
  let removed = 0;
  while (!stop()) {
    const { changes } = await writeTransaction(database, () => remove.run(before));
    removed += changes;
    if (changes < CHUNK) break;
    await turn();
  }
  return removed;
}
