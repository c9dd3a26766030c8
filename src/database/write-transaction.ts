import type { Kysely } from 'kysely';
import type { Sqlite } from './sqlite.js';
import type { Tables } from './tables.js';
import { currentObserver, observeWork } from './transaction-observer.js';

/** The connection that writes, as query builder and as raw handle. */
export interface WriteConnection {
  /**
   * Queries by Kysely, behind a mutex since there is one connection. Inside a transaction, use the
   * transaction that is passed instead: this one would wait for its end.
   */
  db: Kysely<Tables>;
  /** the same connection, for prepared statements */
  sqlite: Sqlite;
}

/**
 * Runs synchronous statements of the raw handle in a write transaction. Outside of one, they could become part of
 * another transaction that is open on the same connection, and be rolled back with it. Rejects with SQLite's
 * error, including when SQLite itself rolled back (disk full).
 */
export async function writeTransaction<T>(connection: WriteConnection, work: () => T): Promise<T> {
  const observer = currentObserver();
  const result = await unobservedTransaction(connection, observeWork(observer, work));
  observer?.afterCommit();
  return result;
}

/** As `writeTransaction`, for work of several callers: it calls their observers itself. */
export function unobservedTransaction<T>(
  { db, sqlite }: WriteConnection,
  work: () => T,
): Promise<T> {
  return db.connection().execute(async () => sqlite.transaction(work).immediate());
}

// Errors of the machine, not of the data: the same statement may succeed later.
const TRANSIENT = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|NOMEM)/;

/** Whether a database error is transient (disk full, locked, unreadable), so that a retry may succeed. */
export function isTransient(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && TRANSIENT.test(code);
}
