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
    await keys.record({ ...asOperator, role: 'admin' }, KEY);
    expect(await keys.permit(asOperator)).toMatchObject({ isAllowed: true, pinned: KEY });
    await keys.forget('10.0.0.1', 'ssh');
    expect(await keys.find('10.0.0.1', 'ssh')).toBe(null);
  });
});

const FULL = 'SELECT credential_id, address, kind FROM key_confirmations ORDER BY 1, 2, 3';

describe('a database from before confirmations of a credential', () => {
  it('keeps those of credentials that an admin has used on a host since its last change', () => {
    const file = join(temporaryFolder(), 'old.db');
    const sqlite = openSqlite(file);
    const earlier = readMigrations().filter(({ id }) => id < 27);
    migrate(sqlite, earlier, NOW);
    const addHost = sqlite.prepare(
      `INSERT INTO hosts (id, ip, ip_key, name, name_key, created_at, updated_at) VALUES (?, ?, x'00', 'a', 'a', 1, ?)`,
    );
    const addKey = sqlite.prepare(
      `INSERT INTO host_keys VALUES (?, 0, ?, 'ssh-ed25519', 'SHA256:a', 7, ?)`,
    );
    const addCredential = sqlite.prepare(
      `INSERT INTO credentials (id, name, type, username, secret, created_at, updated_at) VALUES (?, ?, ?, 'u', x'00', 1, 1)`,
    );
    const addOperation = sqlite.prepare(
      `INSERT INTO agent_operations (host_id, action, os_family, credential_id, dry_run, status, step, message, created_at, updated_at, login_role)
       VALUES (?, 'install', 'linux', ?, 0, ?, 'x', 'x', 10, 10, ?)`,
    );
    addHost.run(1, '10.0.0.1', 1);
    addHost.run(2, '10.0.0.2', 50); // changed since
    addHost.run(3, '10.0.0.3', 1);
    addKey.run('10.0.0.1', 'ssh', 1);
    addKey.run('10.0.0.1', 'winrm', 1);
    addKey.run('10.0.0.2', 'ssh', 1);
    addKey.run('10.0.0.3', 'ssh', 0); // not confirmed
    addCredential.run(1, 'used', 'ssh_key');
    addCredential.run(2, 'by an operator', 'ssh_key');
    addCredential.run(3, 'without success', 'ssh_key');
    addCredential.run(4, 'in a task', 'winrm_password');
    addOperation.run(1, 1, 'completed', 'admin');
    addOperation.run(2, 1, 'completed', 'admin');
    addOperation.run(3, 1, 'completed', 'admin');
    addOperation.run(1, 2, 'completed', 'operator');
    addOperation.run(1, 3, 'failed', 'admin');
    addOperation.run(1, 99, 'completed', 'admin'); // deleted since
    sqlite.exec(`
      INSERT INTO tasks (id, templates_id, task_type, params, status, state, "trigger", hosts_total, created_at, updated_at, login_role)
        VALUES (1, 1, 'inventory', '{"credential_id":4}', 'completed', 'x', 'manual', 1, 10, 10, 'admin');
      INSERT INTO task_hosts (task_id, host_id, ip, name, outcome) VALUES (1, 1, '10.0.0.1', 'a', 'done');
    `);
    sqlite.close();
    const database = openDatabase(file, NOW);
    onTestFinished(() => database.close());
    expect(database.sqlite.prepare(FULL).raw().all()).toEqual([
      [1, '10.0.0.1', 'ssh'],
      [4, '10.0.0.1', 'winrm'],
    ]);
  });
});
