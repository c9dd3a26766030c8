import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createVault, credentialBinding } from '../../src/credentials/vault.js';
import { openVault } from '../../src/data-dir/encryption-key.js';
import { filesOf } from '../../src/data-dir/paths.js';
import { rekey } from '../../src/data-dir/rekey.js';
import { openDatabase } from '../../src/database/database.js';
import { upgradeCopyOf } from '../../src/database/migrate.js';
import type { Sqlite } from '../../src/database/sqlite.js';
import { testApp } from '../support/app.js';
import { NOW, temporaryFolder } from '../support/database.js';

const NEXT = Buffer.alloc(32, 7);

/** Whether the database, its log or the index of the log contain these bytes. */
function contains(database: string, bytes: Buffer): boolean {
  return ['', '-wal', '-shm']
    .map((suffix) => database + suffix)
    .filter(existsSync)
    .some((file) => readFileSync(file).includes(bytes));
}

const secretOf = (sqlite: Sqlite, id: number): Buffer =>
  sqlite.prepare('SELECT secret FROM credentials WHERE id = ?').pluck().get(id) as Buffer;

/** A data directory with two credentials; returns their sealed secrets. */
function setUp() {
  const files = filesOf(temporaryFolder());
  const database = openDatabase(files.database, NOW);
  onTestFinished(() => database.close());
  const { sqlite } = database;
  const vault = openVault(sqlite, files, undefined);
  const insert = sqlite.prepare(
    "INSERT INTO credentials (name, type, username, secret, created_at, updated_at) VALUES (?, 'ssh_password', 'root', ?, 1, 1)",
  );
  for (const id of [1, 2])
    insert.run(`c${id}`, vault.seal(`secret ${id}`, credentialBinding(id, 'ssh_password')));
  return { files, sqlite, secrets: [secretOf(sqlite, 1), secretOf(sqlite, 2)] as const };
}

describe('the files of the database', () => {
  it('contain nothing of a credential after its deletion, while the service runs', async () => {
    const { call, ctx, dir } = await testApp();
    const body = { name: 'a', type: 'ssh_password', username: 'root', password: 'x'.repeat(3000) };
    await call('POST', '/credentials', body);
    const secret = secretOf(ctx.database.sqlite, 1);
    const file = join(dir, 'hostwarden.db');
    writeFileSync(upgradeCopyOf(file), secret);
    expect(contains(file, secret.subarray(-64))).toBe(true);
    await call('DELETE', '/credentials/1');
    expect(contains(file, secret.subarray(-64))).toBe(false);
    expect(contains(file, secret.subarray(0, 64))).toBe(false);
    expect(existsSync(upgradeCopyOf(file))).toBe(false);
  });

  it('contain no secret that an earlier key opens after a change of the key', () => {
    const { files, sqlite, secrets } = setUp();
    sqlite.pragma('secure_delete = OFF'); // as a version did that did not know better
    sqlite.exec('DELETE FROM credentials WHERE id = 1');
    sqlite.pragma('wal_checkpoint(TRUNCATE)');
    sqlite.pragma('secure_delete = ON');
    expect(contains(files.database, secrets[0])).toBe(true);
    writeFileSync(upgradeCopyOf(files.database), secrets[1]);
    rekey(sqlite, files, { given: undefined, next: NEXT, now: 0 });
    expect(existsSync(upgradeCopyOf(files.database))).toBe(false);
    for (const secret of secrets) expect(contains(files.database, secret)).toBe(false);
    const opened = createVault(NEXT).open(
      secretOf(sqlite, 2),
      credentialBinding(2, 'ssh_password'),
    );
    expect(opened).toBe('secret 2');
  });

  it('are overwritten where rows are deleted', () => {
    const { sqlite } = setUp();
    expect(sqlite.pragma('secure_delete', { simple: true })).toBe(1);
  });
});
