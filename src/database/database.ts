import { Kysely, SqliteDialect } from 'kysely';
import { startCheckpoints } from './wal-checkpoints.js';
import { migrate, readMigrations } from './migrate.js';
import { openReadConnection, type ReadConnection } from './read-connection.js';
import { openSqlite, type Sqlite } from './sqlite.js';
import type { Tables } from './tables.js';

export type Db = Kysely<Tables>;

export interface Database {
  /** for queries; inside a transaction use the transaction that is passed, never this (one connection behind a mutex) */
  db: Db;
  /** the same connection, for the few hot statements that are prepared once */
  sqlite: Sqlite;
  /**
   * a connection of its own for what is told to callers: it sees only what is committed, while a transaction on the other one waits for its next step. What is
   * read to decide about a write must not come from here.
   */
  reading: () => Sqlite;
  /** to be awaited between transactions by who writes much: resolves at once, or when the log, which is long, was copied */
  settled(): Promise<void>;
  /** whether the database answers a query */
  isReady(): boolean;
  close(): Promise<void>;
}

// NORMAL in WAL mode loses nothing when the process is killed; only a power cut may lose the newest commits.
const PRAGMAS = [
  'journal_mode = WAL',
  'synchronous = NORMAL',
  'foreign_keys = ON',
  'cache_size = -16000',
  'temp_store = MEMORY',
  'journal_size_limit = 67108864',
];

// How long another program's lock is waited for, in ms: at the start as long as that may take; then nobody is answered meanwhile, so that it is soon
// a 503, or tried again.
const PATIENCE = { starting: 5000, working: 200 };

/**
 * Opens (and makes) the database and brings it to the newest schema.
 * @param now Unix seconds, recorded with the schema steps
 */
export function openDatabase(file: string, now: number): Database {
  const sqlite = openSqlite(file, { timeout: PATIENCE.starting });
  let reading: ReadConnection;
  try {
    for (const pragma of PRAGMAS) sqlite.pragma(pragma);
    migrate(sqlite, readMigrations(), now);
    sqlite.pragma(`busy_timeout = ${PATIENCE.working}`);
    reading = openReadConnection(file, sqlite, PATIENCE.working);
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
    settled: checkpoints.settled,
    isReady: () => isReady(sqlite),
    async close() {
      reading.close();
      await checkpoints.end(); // the last connection that closes tidies up
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

// Kysely prepares each query anew; a statement is made once here and found by its text afterwards.
function cachingStatements(sqlite: Sqlite) {
  const statements = new Map<string, ReturnType<Sqlite['prepare']>>();
  return {
    close: () => sqlite.close(),
    prepare(sql: string) {
      // On a full disk SQLite rolls back by itself; Kysely's own rollback would then fail and hide why.
      if (sql === 'rollback' && !sqlite.inTransaction) return sqlite.prepare('SELECT 1 WHERE 0');
      let statement = statements.get(sql);
      if (!statement || statement.busy) {
        statement = sqlite.prepare(sql);
        if (statements.size > 500) statements.clear();
        statements.set(sql, statement);
      }
      return statement;
    },
  };
}
