import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
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
 * Migrates the database to the latest schema, in one transaction: after a cut, the version that made it can still use
 * it. Each migration is recorded with its SHA-256. Throws SchemaError when an applied migration has changed, when the
 * database is newer than this program, and when it has tables of another program.
 * @param beforeUpgrade called before a database of an earlier version is changed
 */
export function migrate(
  sqlite: Sqlite,
  migrations: readonly Migration[],
  now: number,
  beforeUpgrade?: (sqlite: Sqlite) => void,
): void {
  requireOwnDatabase(sqlite);
  sqlite.exec(
    'CREATE TABLE IF NOT EXISTS migrations (id INTEGER PRIMARY KEY, name TEXT NOT NULL, sha256 TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT',
  );
  const applied = sqlite
    .prepare<[], AppliedMigration>('SELECT id, name, sha256 FROM migrations')
    .all();
  const known = new Map(migrations.map((m) => [m.id, m]));
  for (const m of applied) checkApplied(sqlite, m, known.get(m.id));
  const ids = new Set(applied.map(({ id }) => id));
  const missing = migrations.filter(({ id }) => !ids.has(id));
  if (missing.length === 0) return;
  if (ids.size > 0) beforeUpgrade?.(sqlite);
  const record = sqlite.prepare(
    'INSERT INTO migrations (id, name, sha256, applied_at) VALUES (?, ?, ?, ?)',
  );
  sqlite
    .transaction(() => {
      for (const m of missing) {
        sqlite.exec(m.sql);
        record.run(m.id, m.name, m.sha256, now);
      }
    })
    .immediate();
}

type AppliedMigration = Pick<Migration, 'id' | 'name' | 'sha256'>;

/** Returns the path of the copy of a database before its last upgrade. */
export const upgradeCopyOf = (file: string): string => `${file}.before-upgrade`;

/**
 * Copies the database to `upgradeCopyOf`, mode 0600. An earlier copy is replaced when the new one is on disk. Throws
 * SchemaError when it cannot be written, and keeps the earlier one.
 */
export function copyBeforeUpgrade(sqlite: Sqlite): void {
  const temporary = `${upgradeCopyOf(sqlite.name)}.tmp`;
  try {
    rmSync(temporary, { force: true });
    closeSync(openSync(temporary, 'wx', 0o600)); // SQLite would create it with the mode of any file
    sqlite.prepare('VACUUM INTO ?').run(temporary);
    syncFile(temporary);
    renameSync(temporary, upgradeCopyOf(sqlite.name));
  } catch (error) {
    rmSync(temporary, { force: true, recursive: true });
    throw new SchemaError(
      `The database cannot be copied before its upgrade: ${(error as Error).message}. ` +
        `Make room for a second ${basename(sqlite.name)} in ${dirname(sqlite.name)}, and start again.`,
    );
  }
}

function syncFile(file: string): void {
  const fd = openSync(file, 'r+');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
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
  sqlite: Sqlite,
  applied: AppliedMigration,
  known: Migration | undefined,
): void {
  if (!known)
    throw new SchemaError(
      `This database was created by a newer version of hostwarden (migration ${applied.name}). ` +
        `Use that version, ${copyAdvice(sqlite.name)}or another data directory.`,
    );
  if (known.sha256 !== applied.sha256)
    throw new SchemaError(
      `Migration ${applied.name} differs from the one that created this database: ` +
        'another version of hostwarden made it, and this version cannot upgrade it. ' +
        'Use that version, or another data directory.',
    );
}

function copyAdvice(file: string): string {
  const copy = upgradeCopyOf(file);
  if (!existsSync(copy)) return '';
  return `or restore ${basename(copy)}, the copy of before its last upgrade, `;
}
