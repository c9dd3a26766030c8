import { createChangeCounter } from './change-counter.js';
import { openSqlite, type Sqlite } from './sqlite.js';

/** A connection of its own for what is told to callers. */
export interface ReadConnection {
  /** to be asked for anew by whoever reads: it sees what is committed by now */
  (): Sqlite;
  close(): void;
}

const PRAGMAS = ['cache_size = -8000', 'temp_store = MEMORY'];

/**
 * Reads of one turn of the event loop share a transaction: each by itself would take and give back a lock of the file, which costs more than reading a
 * host. It is begun anew where the connection that writes has changed a row since, or was in a transaction (which may have been committed since).
 * @param timeout ms that another program's lock is waited for
 */
export function openReadConnection(file: string, writing: Sqlite, timeout: number): ReadConnection {
  const sqlite = openSqlite(file, { readonly: true, timeout });
  for (const pragma of PRAGMAS) sqlite.pragma(pragma);
  const countChanges = createChangeCounter(writing);
  const [begin, end] = [sqlite.prepare('BEGIN'), sqlite.prepare('COMMIT')];
  let changes: number | undefined;
  const leave = (): void => {
    if (sqlite.open && sqlite.inTransaction) end.run();
  };
  const reading = (): Sqlite => {
    const now = countChanges();
    if (sqlite.inTransaction && now !== undefined && now === changes) return sqlite;
    if (sqlite.inTransaction) end.run();
    else setImmediate(leave);
    begin.run();
    changes = now;
    return sqlite;
  };
  return Object.assign(reading, {
    close: () => {
      sqlite.close();
    },
  });
}
