import { chmodSync, existsSync, renameSync, rmSync } from 'node:fs';
import { migrate, readMigrations } from '../database/migrate.js';
import { openSqlite, type Sqlite } from '../database/sqlite.js';
import type { FeedName } from './records.js';

const SCHEMA = new URL('../../schema/knowledge/', import.meta.url);
// What readers need: pages come from the system's cache, and nothing here is ever written.
const READING = [
  'busy_timeout = 5000',
  'cache_size = -32000',
  'mmap_size = 1073741824',
  'temp_store = MEMORY',
  'query_only = ON',
];

/** The publishers' data, for reading. */
export interface Knowledge {
  /** it takes no writes (query_only): those are made by the thread that loads feeds, alone */
  sqlite: Sqlite;
  file: string;
  /** the number of the newest change; 0: nothing was ever loaded */
  generation: () => number;
  /** the oldest generation of which all rows are still kept */
  oldestGeneration: () => number;
  /** the version of a feed as it was at a generation (the newest if none is given); null: it was empty */
  feedVersion: (feed: FeedName, generation?: number) => string | null;
  /** Reads of several statements that belong together: an update in between is not seen. May be nested. */
  snapshot: <T>(work: () => T) => T;
  close: () => void;
}

export interface OpenedKnowledge extends Knowledge {
  /** why the file that was there could not be used, and its new name; null: it could, or none was there */
  quarantined: { reason: string; file: string } | null;
}

/**
 * Opens (and makes) knowledge.db and brings it to the newest schema. A file that is damaged, or was made by a newer program, is set aside, since all of it can be had anew.
 * @param now Unix seconds
 * @param after the newest generation that anything outside of this file names: the numbers of an empty file go on from there
 */
export function openKnowledge(file: string, now: number, after = 0): OpenedKnowledge {
  try {
    return { ...prepared(file, now, after), quarantined: null };
  } catch (error) {
    if (!existsSync(file) || !isUnusable(error)) throw error;
    const aside = setAside(file);
    return {
      ...prepared(file, now, after),
      quarantined: { reason: (error as Error).message, file: aside },
    };
  }
}

/** The same for another thread: the file has to be there, as openKnowledge left it. */
export function readKnowledge(file: string): Knowledge {
  return reader(file, openSqlite(file, { readonly: true }));
}

function prepared(file: string, now: number, after: number): Knowledge {
  const sqlite = openSqlite(file);
  try {
    sqlite.pragma('journal_mode = WAL');
    chmodSync(file, 0o600);
    migrate(sqlite, readMigrations(SCHEMA), now);
    startAfter(sqlite, after);
    return reader(file, sqlite);
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

function reader(file: string, sqlite: Sqlite): Knowledge {
  for (const pragma of READING) sqlite.pragma(pragma);
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
  return {
    sqlite,
    file,
    generation: () => newest.get() ?? 0,
    oldestGeneration: () => oldest.get() ?? 0,
    feedVersion: (feed, generation = Number.MAX_SAFE_INTEGER) =>
      version.get(feed, generation) ?? null,
    snapshot: (work) => sqlite.transaction(work)(),
    close: () => sqlite.close(),
  };
}

// What was judged by a lost file must not seem to have been judged by the next one.
function startAfter(sqlite: Sqlite, after: number): void {
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

// Trouble with the file's content, not with the machine (no room, no right, locked).
function isUnusable(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return (
    code === undefined ||
    (typeof code === 'string' && /^SQLITE_(NOTADB|CORRUPT|ERROR|SCHEMA|FORMAT)/.test(code))
  );
}

function setAside(file: string): string {
  const aside = `${file}.unusable`;
  renameSync(file, aside); // one is kept, the newest
  for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true });
  return aside;
}
