import { setTimeout as delay } from 'node:timers/promises';
import { createChangeCounter } from '../../database/change-counter.js';
import type { Sqlite } from '../../database/sqlite.js';

/** The longest wait for today; after it, the state of the last write is shown. */
const MAX_WAIT_MS = 1000;

interface CurrentDayDeps {
  sqlite: Sqlite;
  /** stores today */
  saveDay: () => Promise<void>;
  /** whether today is to be stored though no row changed */
  isDue: () => boolean;
}

/**
 * Returns a function that resolves when today is stored as of everything that is committed, or could not be within a
 * second. Without it, a day has the changes of this moment beside the state of ten seconds ago: `0 open, 2 fixed`.
 */
export function createCurrentDay({ sqlite, saveDay, isDue }: CurrentDayDeps): () => Promise<void> {
  const countChanges = createChangeCounter(sqlite);
  let saved: number | null = null;
  let pending: { changes: number | undefined; done: Promise<void> } | null = null;

  const save = async (changes: number | undefined): Promise<void> => {
    try {
      await saveDay();
      saved = changes ?? null; // own writes make the next call save again: it then writes nothing
    } catch {
      // The refresh in the background logs why. The state of the last write is shown.
    } finally {
      if (pending?.changes === changes) pending = null;
    }
  };
  return async () => {
    const changes = countChanges();
    if (changes === saved && !isDue()) return;
    if (pending === null || pending.changes !== changes) pending = { changes, done: save(changes) };
    await Promise.race([pending.done, delay(MAX_WAIT_MS, undefined, { ref: false })]);
  };
}
