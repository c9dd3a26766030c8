import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/database/database.js';
import { migrate, readMigrations } from '../../src/database/migrate.js';
import { openSqlite } from '../../src/database/sqlite.js';
import { NOW, temporaryFolder } from '../support/database.js';

const BEFORE = 11;

/** A database of the version before: credential 2 was deleted, credential 1 has a scope. */
function oldDatabase(): string {
  const file = join(temporaryFolder(), 'old.db');
  const sqlite = openSqlite(file);
  const earlier = readMigrations().filter(({ id }) => id < BEFORE);
  migrate(sqlite, earlier, NOW);
  sqlite.exec(`
    INSERT INTO groups (name, created_at, updated_at) VALUES ('g', 1, 1);
    INSERT INTO credentials (name, type, username, secret, created_at, updated_at, last_used_at, scope_networks)
      VALUES ('c', 'ssh_password', 'u', x'0102', 3, 4, 5, '["10.0.0.0/8"]'), ('d', 'winrm_password', 'u', x'03', 1, 1, null, null);
    INSERT INTO credential_groups VALUES (1, 1);
    DELETE FROM credentials WHERE id = 2;
  `);
  sqlite.close();
  return file;
}

describe('a database from before credentials had keys', () => {
  it('keeps its credentials, their scopes and the ids that were used', () => {
    const database = openDatabase(oldDatabase(), NOW);
    onTestFinished(() => database.close());
    const { sqlite } = database;
    expect(sqlite.prepare('SELECT * FROM credentials').all()).toEqual([
      {
        id: 1,
        name: 'c',
        type: 'ssh_password',
        username: 'u',
        secret: Buffer.from([1, 2]),
        sudo_secret: null,
        fingerprint: null,
        certificate_expires_at: null,
        created_at: 3,
        updated_at: 4,
        last_used_at: 5,
        scope_networks: '["10.0.0.0/8"]',
      },
    ]);
    expect(sqlite.prepare('SELECT * FROM credential_groups').all()).toEqual([
      { credential_id: 1, group_id: 1 },
    ]);
    sqlite.exec(
      "INSERT INTO credentials (name, type, username, secret, created_at, updated_at) VALUES ('k', 'ssh_key', 'u', x'00', 1, 1)",
    );
    expect(sqlite.prepare('SELECT max(id) FROM credentials').pluck().get()).toBe(3);
    sqlite.exec('DELETE FROM groups');
    sqlite.exec('DELETE FROM credentials');
    expect(sqlite.prepare('SELECT count(*) FROM credential_groups').pluck().get()).toBe(0);
    expect(sqlite.pragma('foreign_key_check')).toEqual([]);
  });
});
