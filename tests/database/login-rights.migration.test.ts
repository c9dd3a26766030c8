import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createHostKeys } from '../../src/agents/host-keys.js';
import { openDatabase } from '../../src/database/database.js';
import { migrate, readMigrations } from '../../src/database/migrate.js';
import { openSqlite } from '../../src/database/sqlite.js';
import { NOW, heldClock, temporaryFolder } from '../support/database.js';

const BEFORE = 6;
const KEY = { type: 'ssh-ed25519', fingerprint_sha256: 'SHA256:a' };

/** A database of the version before, with a host, a pinned key, a template and a credential. */
function oldDatabase(): string {
  const file = join(temporaryFolder(), 'old.db');
  const sqlite = openSqlite(file);
  const earlier = readMigrations().filter(({ id }) => id < BEFORE);
  migrate(sqlite, earlier, NOW);
  sqlite.exec(`
    INSERT INTO hosts (ip, ip_key, name, name_key, created_at, updated_at) VALUES ('10.0.0.1', x'00', 'a', 'a', 1, 1);
    INSERT INTO host_keys VALUES (1, 'ssh', 'ssh-ed25519', 'SHA256:a', 7);
    INSERT INTO templates (name, type, created_at, updated_at) VALUES ('t', 'inventory', 1, 1);
    INSERT INTO credentials (name, type, username, secret, created_at, updated_at) VALUES ('c', 'ssh_password', 'u', x'00', 1, 1);
  `);
  sqlite.close();
  return file;
}

describe('a database from before the rights of logins', () => {
  it('keeps its pinned keys for every port, and gives operators no rights', async () => {
    const database = openDatabase(oldDatabase(), NOW);
    onTestFinished(() => database.close());
    const keys = createHostKeys(database, heldClock(), { ssh: 2222, winrm: 1, winrmTls: 1 });
    expect(await keys.find('10.0.0.1', 'ssh')).toEqual({ ...KEY, pinned_at: 7, confirmed: false });
    expect(await keys.find('10.0.0.1', 'winrm')).toBe(null);
    const { sqlite } = database;
    expect(sqlite.prepare('SELECT login_role FROM templates').pluck().all()).toEqual(['operator']);
    expect(sqlite.prepare('SELECT scope_networks FROM credentials').pluck().all()).toEqual([null]);
    const login = { address: '10.0.0.1', kind: 'ssh' } as const;
    const asOperator = { ...login, credentialId: 1, role: 'operator' } as const;
    expect(await keys.permit(asOperator)).toMatchObject({ isAllowed: false });
    await keys.record({ ...login, role: 'admin' }, KEY);
    expect(await keys.permit(asOperator)).toMatchObject({ isAllowed: true, pinned: KEY });
    await keys.forget('10.0.0.1', 'ssh');
    expect(await keys.find('10.0.0.1', 'ssh')).toBe(null);
  });
});
