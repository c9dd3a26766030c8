import { rmSync } from 'node:fs';
import type { Statement } from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { createGroupCommit, type GroupCommit } from './group-commit.js';
import { copyBeforeUpgrade, migrate, readMigrations, upgradeCopyOf } from './migrate.js';
import { openReadConnection, type ReadConnection } from './read-connection.js';
import { openSqlite, type Sqlite } from './sqlite.js';
import type { Tables } from './tables.js';
import { startCheckpoints } from './wal-checkpoints.js';
import { currentObserver, observeStatement, type WriteConnection } from './write-transaction.js';

export type Db = Kysely<Tables>;

export interface Database extends WriteConnection {
  /**
   * Returns the read-only connection, for responses. It sees only committed data, also while a transaction on
   * the other connection awaits. Data that decides about a write must not be read from it.
   */
  reading: () => Sqlite;
  groupCommit: GroupCommit;
  /**
   * Resolves at once, or at the end of the checkpoint when the log is long. Bulk writers await it between
   * transactions.
   */
  waitForCheckpoint: () => Promise<void>;
  /**
   * Empties the log, which keeps former contents of pages, and deletes the copy of before the last upgrade; call it
   * after secrets were deleted.
   */
  eraseLog: () => Promise<void>;
  /** whether the database answers a query */
  isReady(): boolean;
  close(): Promise<void>;
}

// In WAL mode, NORMAL loses nothing when the process is killed. Only a power failure may lose the latest commits.
const PRAGMAS = [
  'journal_mode = WAL',
  'synchronous = NORMAL',
  'foreign_keys = ON',
  'cache_size = -8000',
  'temp_store = MEMORY',
  'journal_size_limit = 67108864',
  'secure_delete = ON', // free pages must not keep secrets of deleted rows
];

// How long to wait for a lock of another process, in ms. Later than at the start, waiting blocks the event loop: soon
// the
// response is a 503, or the work is retried.
const BUSY_TIMEOUT_MS = { startup: 5000, running: 200 };

/**
 * Opens the database, creates it if necessary, and migrates it to the latest schema. A database of an earlier version
 * is copied first.
 * @param now Unix seconds, recorded with the migrations
 */
export function openDatabase(file: string, now: number): Database {
  const sqlite = openSqlite(file, { timeout: BUSY_TIMEOUT_MS.startup });
  let reading: ReadConnection;
  try {
    for (const pragma of PRAGMAS) sqlite.pragma(pragma);
    migrate(sqlite, readMigrations(), now, copyBeforeUpgrade);
    sqlite.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS.running}`);
    reading = openReadConnection(file, sqlite, BUSY_TIMEOUT_MS.running);
  } catch (error) {
    sqlite.close();
    throw error;
  }
  const db = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: cachingStatements(sqlite) }),
  });
  const checkpoints = startCheckpoints(sqlite, file, (work) => db.connection().execute(work));
  return {
    db,
    sqlite,
    reading,
    groupCommit: createGroupCommit({ db, sqlite }),
    waitForCheckpoint: checkpoints.waitForCheckpoint,
    async eraseLog() {
      rmSync(upgradeCopyOf(file), { force: true });
      await checkpoints.eraseLog();
    },
    isReady: () => isReady(sqlite),
    async close() {
      reading.close();
      await checkpoints.close(); // before the last connection, whose closing removes the log
      await db.destroy();
    },
  };
}

function isReady(sqlite: Sqlite): boolean {
  try {
    return sqlite.prepare('SELECT 1').get() !== undefined;
  } catch {
    return false;
  }
}

// Kysely prepares each query again. Here a statement is prepared once and found by its text.
function cachingStatements(sqlite: Sqlite) {
  const statements = new Map<string, Statement<unknown[]>>();
  return {
    close: () => sqlite.close(),
    prepare(sql: string) {
      // On a full disk SQLite has already rolled back. Kysely's rollback would then fail and hide the cause.
      if (sql === 'rollback' && !sqlite.inTransaction) return sqlite.prepare('SELECT 1 WHERE 0');
      let statement = statements.get(sql);
      if (!statement || statement.busy) {
        statement = sqlite.prepare<unknown[]>(sql);
        if (statements.size > 500) statements.clear();
        statements.set(sql, statement);
      }
      const observer = currentObserver();
      return observer ? observeStatement(sqlite, statement, observer) : statement;
    },
  };
}
