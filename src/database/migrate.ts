import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Sqlite } from './sqlite.js';

const SCHEMA_DIR = new URL('../../schema/', import.meta.url);

export interface Migration {
  id: number;
  name: string;
  sql: string;
  sha256: string;
}

/** The database is not one that this version can use. The message says what to do. */
export class SchemaError extends Error {
  override name = 'SchemaError';
}

/** Returns every `schema/NNNN_name.sql`, in order. */
export function readMigrations(folder: URL = SCHEMA_DIR): Migration[] {
  return readdirSync(folder)
    .filter((f) => /^\d{4}_.*\.sql$/.test(f))
    .sort()
    .map((name) => {
      const sql = readFileSync(new URL(name, folder), 'utf8');
      return {
        id: Number(name.slice(0, 4)),
        name,
        sql,
        sha256: createHash('sha256').update(sql).digest('hex'),
      };
    });
}

/**
 * Migrates the database to the latest schema. Each migration runs in a transaction and is recorded with its
 * SHA-256. Throws SchemaError when an applied migration has changed, when the database is newer than this program, and
 * when it has tables of another program.
 */
export function migrate(sqlite: Sqlite, migrations: readonly Migration[], now: number): void {
  requireOwnDatabase(sqlite);
  sqlite.exec(
    'CREATE TABLE IF NOT EXISTS migrations (id INTEGER PRIMARY KEY, name TEXT NOT NULL, sha256 TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT',
  );
  const applied = new Map(
    (
      sqlite.prepare('SELECT id, name, sha256 FROM migrations').all() as {
        id: number;
        name: string;
        sha256: string;
      }[]
    ).map((m) => [m.id, m]),
  );
  for (const m of applied.values())
    checkApplied(
      m,
      migrations.find((known) => known.id === m.id),
    );
  const record = sqlite.prepare(
    'INSERT INTO migrations (id, name, sha256, applied_at) VALUES (?, ?, ?, ?)',
  );
  for (const m of migrations.filter((known) => !applied.has(known.id))) {
    sqlite
      .transaction(() => {
        sqlite.exec(m.sql);
        record.run(m.id, m.name, m.sha256, now);
      })
      .immediate();
  }
}

function requireOwnDatabase(sqlite: Sqlite): void {
  const tables = sqlite
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .pluck()
    .all() as string[];
  if (tables.length > 0 && !tables.includes('migrations'))
    throw new SchemaError(
      `This database is not one of hostwarden: it has the table ${tables[0] ?? ''}. Use another data directory.`,
    );
}

function checkApplied(
  applied: { id: number; name: string; sha256: string },
  known: Migration | undefined,
): void {
  if (!known)
    throw new SchemaError(
      `This database was created by a newer version of hostwarden (migration ${applied.name}). ` +
        'Use that version, or another data directory.',
    );
  if (known.sha256 !== applied.sha256)
    throw new SchemaError(
      `Migration ${applied.name} differs from the one that created this database: ` +
        'another version of hostwarden made it, and this version cannot upgrade it. ' +
        'Use that version, or another data directory.',
    );
}
