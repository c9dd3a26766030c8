import { AsyncLocalStorage } from 'node:async_hooks';
import type { Statement } from 'better-sqlite3';
import type { Kysely } from 'kysely';
import type { Sqlite } from './sqlite.js';
import type { Tables } from './tables.js';

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

/** Takes part in the write transactions of one caller, for example to record them. */
export interface TransactionObserver {
  /** Called inside a transaction, before its first statement. */
  afterBegin(): void;
  /** Called inside it with the ids of rows that existed before, and that it makes hosts: they count as created. */
  created?(ids: readonly number[]): void;
  /** Called inside it, after its last statement. An error rolls the transaction back. */
  beforeCommit(): void;
  /** Called once the transaction is committed. */
  afterCommit(): void;
}

const storage = new AsyncLocalStorage<TransactionObserver>();

/** Returns the observer of the running caller. */
export const currentObserver = (): TransactionObserver | undefined => storage.getStore();

let observedCalls = 0;

/**
 * Calls `work`; the observer takes part in all write transactions that it begins, also after awaiting, until
 * `endObservation` is called.
 */
export function withObserver<T>(observer: TransactionObserver, work: () => T): T {
  observedCalls += 1;
  return storage.run(observer, work);
}

/** Ends one call of `withObserver`. Without any, promises take no longer than without a storage (Node 20 and 22). */
export function endObservation(): void {
  observedCalls -= 1;
  if (observedCalls === 0) storage.disable();
}

/** Returns work for the inside of a transaction, with the calls to the observer around it. */
export const observeWork =
  <T>(observer: TransactionObserver | undefined, work: () => T) =>
  (): T => {
    observer?.afterBegin();
    const result = work();
    observer?.beforeCommit();
    return result;
  };

type AnyStatement = Statement<unknown[]>;
type ObservedStatement = Pick<AnyStatement, 'reader' | 'run' | 'all' | 'iterate'>;

/**
 * Returns a statement of a query builder with the calls to the observer: at `begin`, at `commit`, and around a
 * statement that writes outside of a transaction.
 */
export function observeStatement(
  sqlite: Sqlite,
  statement: AnyStatement,
  observer: TransactionObserver,
): ObservedStatement {
  if (statement.source === 'begin') return observeBegin(sqlite, statement, observer);
  if (statement.source === 'commit') return observeCommit(statement, observer);
  if (statement.readonly || sqlite.inTransaction) return statement;
  const inTransaction = <T>(work: () => T): T => {
    const result = sqlite.transaction(observeWork(observer, work)).immediate();
    observer.afterCommit();
    return result;
  };
  return {
    reader: statement.reader,
    run: (...values) => inTransaction(() => statement.run(...values)),
    all: (...values) => inTransaction(() => statement.all(...values)),
    iterate: (...values) => statement.iterate(...values),
  };
}

function observeBegin(
  sqlite: Sqlite,
  statement: AnyStatement,
  observer: TransactionObserver,
): ObservedStatement {
  return withRun(statement, () => {
    const result = statement.run();
    try {
      observer.afterBegin();
    } catch (error) {
      sqlite.exec('ROLLBACK'); // the query builder considers it not begun
      throw error;
    }
    return result;
  });
}

function observeCommit(statement: AnyStatement, observer: TransactionObserver): ObservedStatement {
  return withRun(statement, () => {
    observer.beforeCommit();
    const result = statement.run();
    observer.afterCommit();
    return result;
  });
}

const withRun = (statement: AnyStatement, run: AnyStatement['run']): ObservedStatement => ({
  reader: false,
  run,
  all: (...values) => statement.all(...values),
  iterate: (...values) => statement.iterate(...values),
});
