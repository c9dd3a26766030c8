import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { onTestFinished, describe, expect, it } from 'vitest';
import { credentialBinding, sudoBinding } from '../../src/credentials/vault.js';
import { filesOf, writeSecretFile } from '../../src/data-dir/paths.js';
import { openVault } from '../../src/data-dir/encryption-key.js';
import { rekey } from '../../src/data-dir/rekey.js';
import { openDatabase } from '../../src/database/database.js';
import type { Sqlite } from '../../src/database/sqlite.js';
import { NOW, temporaryFolder } from '../support/database.js';

const NEXT = Buffer.alloc(32, 7);
const SECRETS = ['correct horse', 'ünïcode 🔑', 'x'.repeat(4096)];

/** A data directory with three credentials; `given`: its ENCRYPTION_KEY. */
function setUp(given?: Buffer) {
  const files = filesOf(temporaryFolder());
  const database = openDatabase(files.database, NOW);
  onTestFinished(() => database.close());
  const { sqlite } = database;
  const vault = openVault(sqlite, files, given);
  const insert = sqlite.prepare(
    'INSERT INTO credentials (name, type, username, secret, created_at, updated_at) VALUES (?, ?, ?, ?, 1, 1)',
  );
  const seal = sqlite.prepare('UPDATE credentials SET secret = ?, sudo_secret = ? WHERE id = ?');
  for (const secret of SECRETS) {
    const id = Number(
      insert.run(secret.slice(0, 5), 'ssh_password', 'root', Buffer.alloc(0)).lastInsertRowid,
    );
    const sudo = vault.seal(`sudo ${secret}`, sudoBinding(id));
    seal.run(vault.seal(secret, credentialBinding(id, 'ssh_password')), sudo, id);
  }
  const secrets = (key = given) => read(sqlite, openVault(sqlite, files, key));
  const audited = () =>
    sqlite.prepare('SELECT time, actor, action, resource, count FROM audit').all();
  return { files, sqlite, secrets, audited };
}

function read(sqlite: Sqlite, vault: ReturnType<typeof openVault>): string[] {
  const rows = sqlite
    .prepare<[], { id: number; type: string; secret: Buffer; sudo_secret: Buffer }>(
      'SELECT id, type, secret, sudo_secret FROM credentials ORDER BY id',
    )
    .all();
  for (const { id, sudo_secret } of rows)
    expect(vault.open(sudo_secret, sudoBinding(id))).toBe(`sudo ${SECRETS[id - 1]}`);
  return rows.map((r) => vault.open(r.secret, credentialBinding(r.id, r.type)));
}

const keyIn = (file: string): Buffer => Buffer.from(readFileSync(file, 'utf8'), 'base64');

describe('rekey', () => {
  it('encrypts all secrets with the new key and replaces the key file', () => {
    const { files, sqlite, secrets } = setUp();
    const before = sqlite
      .prepare('SELECT secret FROM credentials ORDER BY id')
      .pluck()
      .all() as Buffer[];
    expect(rekey(sqlite, files, { given: undefined, next: NEXT, now: 0 })).toBe(3);
    expect(secrets()).toEqual(SECRETS);
    expect(keyIn(files.key)).toEqual(NEXT);
    expect(existsSync(files.nextKey)).toBe(false);
    const bytes = Buffer.concat(
      [files.database, `${files.database}-wal`].filter(existsSync).map((f) => readFileSync(f)),
    );
    for (const old of before) expect(bytes.includes(old)).toBe(false);
  });

  it('is recorded in the audit log if it succeeds', () => {
    const { files, sqlite, audited } = setUp();
    expect(() => rekey(sqlite, files, { given: Buffer.alloc(32, 9), next: NEXT, now: 5 })).toThrow(
      'ENCRYPTION_KEY is not the key',
    );
    expect(audited()).toEqual([]);
    rekey(sqlite, files, { given: undefined, next: NEXT, now: 5 });
    expect(audited()).toEqual([
      { time: 5, actor: 'command line', action: 'rekey', resource: 'credential', count: 3 },
    ]);
  });

  it('writes no key file when ENCRYPTION_KEY is set', () => {
    const given = Buffer.alloc(32, 1);
    const { files, sqlite, secrets } = setUp(given);
    rekey(sqlite, files, { given, next: NEXT, now: 0 });
    expect(secrets(NEXT)).toEqual(SECRETS);
    expect(() => secrets(given)).toThrow('ENCRYPTION_KEY is not the key');
    expect([existsSync(files.key), existsSync(files.nextKey)]).toEqual([false, false]);
  });

  it('changes nothing when the current key is wrong', () => {
    const { files, sqlite, secrets } = setUp();
    expect(() => rekey(sqlite, files, { given: Buffer.alloc(32, 9), next: NEXT, now: 0 })).toThrow(
      'ENCRYPTION_KEY is not the key',
    );
    expect(secrets()).toEqual(SECRETS);
  });

  it('changes nothing when one secret cannot be opened', () => {
    const { files, sqlite, secrets } = setUp();
    const right = sqlite.prepare('SELECT secret FROM credentials WHERE id = 2').pluck().get();
    sqlite.prepare('UPDATE credentials SET secret = zeroblob(40) WHERE id = 2').run();
    expect(() => rekey(sqlite, files, { given: undefined, next: NEXT, now: 0 })).toThrow();
    sqlite.prepare('UPDATE credentials SET secret = ? WHERE id = 2').run(right);
    expect(secrets()).toEqual(SECRETS);
  });

  it('leaves the old key active when it is interrupted before its commit', () => {
    const { files, secrets } = setUp();
    writeSecretFile(files.nextKey, NEXT.toString('base64'));
    expect(secrets()).toEqual(SECRETS);
    expect(keyIn(files.key)).not.toEqual(NEXT);
  });

  it('is completed at the next start when it is interrupted between its commit and the rename', () => {
    const { files, sqlite, secrets } = setUp();
    const old = readFileSync(files.key);
    rekey(sqlite, files, { given: undefined, next: NEXT, now: 0 });
    renameSync(files.key, files.nextKey);
    writeFileSync(files.key, old);
    expect(secrets()).toEqual(SECRETS);
    expect(keyIn(files.key)).toEqual(NEXT);
    expect(existsSync(files.nextKey)).toBe(false);
    expect(secrets()).toEqual(SECRETS);
  });
});
