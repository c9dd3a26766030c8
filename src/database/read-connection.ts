import { createChangeCounter } from './change-counter.js';
import { openSqlite, type Sqlite } from './sqlite.js';

/** A separate connection for responses. */
export interface ReadConnection {
  /** Returns the connection in a state that sees everything committed so far; to be called before each read. */
  (): Sqlite;
  close(): void;
}

const PRAGMAS = ['cache_size = -8000', 'temp_store = MEMORY'];

/**
 * Reads of one event-loop tick share a transaction: without one, each read would acquire and release a file lock,
 * which costs more than reading a host. A new transaction begins when the writing connection has changed a row
 * since, or is or was in a transaction (which may have been committed).
 * @param timeout how long to wait for a lock of another process, ms
 */
export function openReadConnection(file: string, writing: Sqlite, timeout: number): ReadConnection {
  const sqlite = openSqlite(file, { readonly: true, timeout });
  for (const pragma of PRAGMAS) sqlite.pragma(pragma);
  const countChanges = createChangeCounter(writing);
  const begin = sqlite.prepare('BEGIN');
  const commit = sqlite.prepare('COMMIT');
  let lastChanges: number | undefined;
  const endTransaction = (): void => {
    if (sqlite.open && sqlite.inTransaction) commit.run();
  };
  const connect = (): Sqlite => {
    const changes = countChanges();
    if (sqlite.inTransaction && changes !== undefined && changes === lastChanges) return sqlite;
    if (sqlite.inTransaction) commit.run();
    else setImmediate(endTransaction);
    begin.run();
    lastChanges = changes;
    return sqlite;
  };
  return Object.assign(connect, {
    close: () => {
      sqlite.close();
    },
  });
}
