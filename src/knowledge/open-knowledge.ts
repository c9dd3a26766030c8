import { chmodSync, existsSync, renameSync, rmSync } from 'node:fs';
import { migrate, readMigrations } from '../database/migrate.js';
import { openSqlite, type Sqlite } from '../database/sqlite.js';
import type { FeedName } from './records.js';

const SCHEMA = new URL('../../schema/knowledge/', import.meta.url);

// For readers: pages come from the file system cache, and nothing is written.
const READ_PRAGMAS = [
  'busy_timeout = 5000',
  'cache_size = -4000',
  'mmap_size = 1073741824',
  'temp_store = MEMORY',
  'query_only = ON',
];

/** The vulnerability database knowledge.db, opened for reading. */
export interface Knowledge {
  /** read-only (query_only): only the feed worker writes */
  sqlite: Sqlite;
  file: string;
  /** Returns the newest generation; 0: nothing was ever loaded. */
  generation: () => number;
  /** Returns the oldest generation of which all rows are stored. */
  oldestGeneration: () => number;
  /** Returns the version of a feed at a generation (default: the newest); null: it was empty. */
  feedVersion: (feed: FeedName, generation?: number) => string | null;
  /** Whether any feed has data. */
  hasFeed: () => boolean;
  /** Runs several reads on one state of the database: an update in between is not visible. May be nested. */
  snapshot: <T>(work: () => T) => T;
  close: () => void;
}

export interface OpenedKnowledge extends Knowledge {
  /** why the existing file is unusable, and its new name; null: it is usable, or there was none */
  quarantined: { reason: string; file: string } | null;
}

/**
 * Opens or creates knowledge.db and migrates it to the newest schema. A file that is damaged, or was created by a newer
 * program, is moved away: its content can be loaded again.
 * @param now Unix seconds
 * @param after the newest generation that the main database refers to: generations of an empty file continue from it
 */
export function openKnowledge(file: string, now: number, after = 0): OpenedKnowledge {
  try {
    return { ...openForReading(file, now, after), quarantined: null };
  } catch (error) {
    if (!existsSync(file) || !isUnusable(error)) throw error;
    const quarantined = { reason: (error as Error).message, file: moveAway(file) };
    return { ...openForReading(file, now, after), quarantined };
  }
}

/** Opens knowledge.db in another thread. The file has to exist, as openKnowledge left it. */
export function readKnowledge(file: string): Knowledge {
  return createReader(file, openSqlite(file, { readonly: true }));
}

function openForReading(file: string, now: number, after: number): Knowledge {
  const sqlite = openSqlite(file);
  try {
    sqlite.pragma('journal_mode = WAL');
    chmodSync(file, 0o600);
    migrate(sqlite, readMigrations(SCHEMA), now);
    startGenerationsAfter(sqlite, after);
    return createReader(file, sqlite);
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

function createReader(file: string, sqlite: Sqlite): Knowledge {
  for (const pragma of READ_PRAGMAS) sqlite.pragma(pragma);
  const newest = sqlite
    .prepare<[], number>("SELECT seq FROM sqlite_sequence WHERE name = 'generations'")
    .pluck();
  const oldest = sqlite
    .prepare<[], number>("SELECT value FROM counters WHERE name = 'oldest_generation'")
    .pluck();
  const version = sqlite
    .prepare<[string, number], string | null>(
      'SELECT version FROM generations WHERE feed = ? AND number <= ? ORDER BY number DESC LIMIT 1',
    )
    .pluck();
  const loaded = sqlite.prepare(
    `SELECT 1 FROM generations g WHERE version IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM generations WHERE feed = g.feed AND number > g.number) LIMIT 1`,
  );
  return {
    sqlite,
    file,
    generation: () => newest.get() ?? 0,
    oldestGeneration: () => oldest.get() ?? 0,
    feedVersion: (feed, generation = Number.MAX_SAFE_INTEGER) =>
      version.get(feed, generation) ?? null,
    hasFeed: () => loaded.get() !== undefined,
    snapshot: (work) => sqlite.transaction(work)(),
    close: () => sqlite.close(),
  };
}

// A match with a lost file must not look like one with the next file.
function startGenerationsAfter(sqlite: Sqlite, after: number): void {
  if (
    after === 0 ||
    sqlite.prepare("SELECT 1 FROM sqlite_sequence WHERE name = 'generations'").get() !== undefined
  )
    return;
  sqlite
    .transaction(() => {
      sqlite
        .prepare("INSERT INTO sqlite_sequence (name, seq) VALUES ('generations', ?)")
        .run(after);
      sqlite.prepare("UPDATE counters SET value = ? WHERE name = 'oldest_generation'").run(after);
    })
    .immediate();
}

// A problem of the file's content, not of the machine (no space, no permission, locked).
function isUnusable(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return (
    code === undefined ||
    (typeof code === 'string' && /^SQLITE_(NOTADB|CORRUPT|ERROR|SCHEMA|FORMAT)/.test(code))
  );
}

/** Renames the file, replacing one that was moved away before. @returns the new name */
function moveAway(file: string): string {
  const target = `${file}.unusable`;
  renameSync(file, target);
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
  return target;
}
