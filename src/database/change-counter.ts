import type { Sqlite } from './sqlite.js';

/**
 * Returns a function that returns the number of rows a connection has written, including those of foreign keys and
 * triggers. While the number is the same, so is the committed state. Undefined inside a transaction: neither commit nor
 * rollback changes the number.
 */
export function createChangeCounter(sqlite: Sqlite): () => number | undefined {
  const count = sqlite.prepare<[], number>('SELECT total_changes()').pluck();
  return () => (sqlite.inTransaction ? undefined : count.get());
}
