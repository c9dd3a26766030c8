import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  copyBeforeUpgrade,
  migrate,
  SchemaError,
  upgradeCopyOf,
  type Migration,
} from '../../src/database/migrate.js';
import { openSqlite, type Sqlite } from '../../src/database/sqlite.js';
import { temporaryFolder } from '../support/database.js';

const step = (id: number, sql: string): Migration => ({
  id,
  name: `000${id}.sql`,
  sql,
  sha256: `sha-${id}`,
});
const OLD = [step(1, "CREATE TABLE hosts (name TEXT); INSERT INTO hosts VALUES ('web-1')")];
const NEW = [...OLD, step(2, 'ALTER TABLE hosts ADD ip TEXT'), step(3, 'DELETE FROM hosts')];
const BROKEN = [...OLD, step(2, 'DELETE FROM hosts'), step(3, 'DELETE FROM missing')];

function open(file: string): Sqlite {
  const sqlite = openSqlite(file);
  onTestFinished(() => {
    sqlite.close();
  });
  return sqlite;
}

/** Returns a file with a database of the earlier version, in WAL mode. */
function oldDatabase(): { file: string; sqlite: Sqlite } {
  const file = join(temporaryFolder(), 'hostwarden.db');
  const sqlite = open(file);
  sqlite.pragma('journal_mode = WAL');
  migrate(sqlite, OLD, 1, copyBeforeUpgrade);
  return { file, sqlite };
}

const hosts = (sqlite: Sqlite): unknown[] => sqlite.prepare('SELECT name FROM hosts').pluck().all();

describe('an upgrade of the database', () => {
  it('keeps a copy that the earlier version can use, readable by the owner only', () => {
    const { file, sqlite } = oldDatabase();
    expect(existsSync(upgradeCopyOf(file))).toBe(false); // there was nothing to copy
    migrate(sqlite, NEW, 2, copyBeforeUpgrade);
    expect(hosts(sqlite)).toEqual([]);
    expect(statSync(upgradeCopyOf(file)).mode & 0o777).toBe(0o600);
    const copy = open(upgradeCopyOf(file));
    migrate(copy, OLD, 3);
    expect(hosts(copy)).toEqual(['web-1']);
  });

  it('copies nothing when the database has the latest schema', () => {
    const { file, sqlite } = oldDatabase();
    migrate(sqlite, OLD, 2, copyBeforeUpgrade);
    expect(existsSync(upgradeCopyOf(file))).toBe(false);
  });

  it('replaces the copy of an earlier upgrade', () => {
    const { file, sqlite } = oldDatabase();
    writeFileSync(upgradeCopyOf(file), 'of an earlier upgrade');
    migrate(sqlite, NEW, 2, copyBeforeUpgrade);
    expect(hosts(open(upgradeCopyOf(file)))).toEqual(['web-1']);
  });

  it('changes nothing when a step fails', () => {
    const { sqlite } = oldDatabase();
    expect(() => {
      migrate(sqlite, BROKEN, 2, copyBeforeUpgrade);
    }).toThrow('no such table: missing');
    expect(hosts(sqlite)).toEqual(['web-1']);
    migrate(sqlite, OLD, 3); // the earlier version still opens it
  });

  it('does not begin without the copy, and keeps the earlier one', () => {
    const { file, sqlite } = oldDatabase();
    mkdirSync(`${upgradeCopyOf(file)}.tmp`);
    writeFileSync(upgradeCopyOf(file), 'earlier');
    let thrown: unknown;
    try {
      migrate(sqlite, NEW, 2, copyBeforeUpgrade);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(SchemaError);
    expect((thrown as Error).message).toMatch(
      /^The database cannot be copied before its upgrade: .*Make room for a second hostwarden\.db in /,
    );
    expect(hosts(sqlite)).toEqual(['web-1']);
    expect(readFileSync(upgradeCopyOf(file), 'utf8')).toBe('earlier');
  });

  it('is refused by the earlier version, which names the copy', () => {
    const { sqlite } = oldDatabase();
    migrate(sqlite, NEW, 2, copyBeforeUpgrade);
    expect(() => {
      migrate(sqlite, OLD, 3);
    }).toThrow(
      'This database was created by a newer version of hostwarden (migration 0002.sql). ' +
        'Use that version, or restore hostwarden.db.before-upgrade, the copy of before its last upgrade, ' +
        'or another data directory.',
    );
  });
});
