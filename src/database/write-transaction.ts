import type { Database } from './database.js';

/**
 * Runs synchronous statements of the raw handle in one transaction of their own, and nobody else's: run otherwise, they could land
 * in (and be rolled back with) a transaction that somebody has open on the same connection.
 * Rejects with the database's own error, also where SQLite has rolled back by itself (disk full).
 */
export function writeTransaction<T>(database: Database, work: () => T): Promise<T> {
  return database.db
    .connection()
    .execute(async () => database.sqlite.transaction(work).immediate());
}

// Trouble of the machine, not of the data: the same statement may well succeed later.
const TRANSIENT = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|NOMEM)/;

/** Whether a database error is worth another try (disk full, locked, unreadable) instead of being one about the data. */
export function isTransient(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && TRANSIENT.test(code);
}
