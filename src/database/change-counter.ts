import type { Sqlite } from './sqlite.js';

/**
 * How many rows a connection has written so far, those of foreign keys and triggers included: while the number stays, so does all that it has committed.
 * Undefined inside a transaction, since neither its commit nor its being taken back is counted.
 */
export function createChangeCounter(sqlite: Sqlite): () => number | undefined {
  const count = sqlite.prepare<[], number>('SELECT total_changes()').pluck();
  return () => (sqlite.inTransaction ? undefined : count.get());
}
