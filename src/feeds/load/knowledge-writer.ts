import { openSqlite, type Sqlite } from '../../database/sqlite.js';

// One transaction holds a whole feed: pages that exceed the cache are written to the WAL and read back from it.
// NORMAL: a killed process loses no committed transaction.
const PRAGMAS = [
  'busy_timeout = 30000',
  'synchronous = NORMAL',
  'foreign_keys = OFF',
  'cache_size = -64000',
  'temp_store = MEMORY',
  'wal_autocheckpoint = 0',
  'journal_size_limit = 0',
];

/** Opens knowledge.db for writing. Only one writer may be open at a time. */
export function openKnowledgeForWriting(file: string): Sqlite {
  const sqlite = openSqlite(file);
  for (const pragma of PRAGMAS) sqlite.pragma(pragma);
  return sqlite;
}

/** Runs `work` in one transaction of this connection. The work may be asynchronous. */
export async function inTransaction<T>(sqlite: Sqlite, work: () => Promise<T> | T): Promise<T> {
  sqlite.exec('BEGIN IMMEDIATE');
  try {
    const result = await work();
    sqlite.exec('COMMIT');
    return result;
  } catch (error) {
    if (sqlite.inTransaction) sqlite.exec('ROLLBACK');
    throw error;
  }
}
