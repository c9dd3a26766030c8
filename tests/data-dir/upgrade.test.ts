import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { unpackTar } from 'modern-tar/fs';
import pino from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../src/config.js';
import { credentialBinding } from '../../src/credentials/vault.js';
import { openVault } from '../../src/data-dir/encryption-key.js';
import { filesOf } from '../../src/data-dir/paths.js';
import {
  copyBeforeUpgrade,
  migrate,
  readMigrations,
  upgradeCopyOf,
} from '../../src/database/migrate.js';
import { openSqlite, type Sqlite } from '../../src/database/sqlite.js';
import { openService } from '../../src/service.js';
import { temporaryFolder } from '../support/app.js';

const TOKEN = 'upgrade-token-0123456789';
const LATER = { id: 9999, name: '9999_later.sql', sql: 'DELETE FROM groups', sha256: 'later' };

/** Returns a data directory that an earlier version filled: scripts/version-fixture.mjs. */
async function unpackVersion(version: string): Promise<string> {
  const dir = join(temporaryFolder(), 'data');
  const packed = new URL(`../fixtures/versions/${version}/data.tar.gz`, import.meta.url);
  await pipeline(createReadStream(packed), createGunzip(), unpackTar(dir));
  return dir;
}

function open(file: string): Sqlite {
  const sqlite = openSqlite(file);
  onTestFinished(() => {
    sqlite.close();
  });
  return sqlite;
}

const appliedIn = (sqlite: Sqlite): string[] =>
  sqlite.prepare<[], string>('SELECT name FROM migrations ORDER BY id').pluck().all();

/** Opens the service of today on a data directory; returns how to read a path as an admin. */
async function serve(dir: string): Promise<(url: string) => Promise<unknown>> {
  const env = { DATA_DIR: dir, API_TOKEN: TOKEN };
  const config = readConfig({}, { env, cwd: dir, uid: 1000 });
  const service = await openService(config, pino({ level: 'silent' }));
  onTestFinished(() => service.close());
  const headers = { authorization: `Bearer ${TOKEN}` };
  return async (url) => (await service.app.inject({ url, headers })).json<{ data: unknown }>().data;
}

it('opens a data directory of 0.2.0 with its hosts, findings, differences and secrets', async () => {
  const dir = await unpackVersion('0.2.0');
  const files = filesOf(dir);
  const released = open(files.database);
  const steps = appliedIn(released);
  released.close();
  const read = await serve(dir);
  expect(await read('/hosts')).toMatchObject([
    { hostname: 'web-1' },
    { hostname: 'web-2' },
    { hostname: 'local' },
  ]);
  expect(await read('/findings?accepted=true')).toMatchObject([
    { vulnerability_id: 'CVE-2025-4598', host_id: 2 },
  ]);
  // The package was upgraded between two tasks, the port closed between two others.
  expect(await read('/api/v1/tasks/2/diff')).toMatchObject({ summary: { new: 0, fixed: 1 } });
  expect(await read('/api/v1/tasks/4/diff')).toMatchObject({ services: { closed: [{}] } });
  expect(await read('/api/v1/templates/1/chain')).toMatchObject({ tasks: [{}, { task_id: 2 }] });
  const sqlite = open(files.database);
  const secret = sqlite.prepare('SELECT secret FROM credentials').pluck().get() as Buffer;
  const vault = openVault(sqlite, files, undefined);
  expect(vault.open(secret, credentialBinding(1, 'ssh_password'))).toBe('not-a-secret');
  const isUpgraded = appliedIn(sqlite).length > steps.length;
  expect(existsSync(upgradeCopyOf(files.database))).toBe(isUpgraded);
});

it('leaves a copy that 0.2.0 can use, which refuses the upgraded database', async () => {
  const { database } = filesOf(await unpackVersion('0.2.0'));
  const sqlite = open(database);
  const released = readMigrations().filter(({ name }) => appliedIn(sqlite).includes(name));
  expect(released.map(({ name }) => name)).toEqual(appliedIn(sqlite));
  migrate(sqlite, [...readMigrations(), LATER], 0, copyBeforeUpgrade);
  expect(() => {
    migrate(sqlite, released, 0);
  }).toThrow('restore hostwarden.db.before-upgrade');
  const copy = open(upgradeCopyOf(database));
  migrate(copy, released, 0);
  expect(copy.prepare('SELECT name FROM groups').pluck().all()).toEqual(['lab']);
});
