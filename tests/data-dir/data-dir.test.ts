import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { expect, describe, it, onTestFinished } from 'vitest';
import { ConfigError, readConfig } from '../../src/config.js';
import { writeSecretFile } from '../../src/data-dir/paths.js';
import { DataDirInUseError } from '../../src/data-dir/lock.js';
import { openSqlite, type Sqlite } from '../../src/database/sqlite.js';
import { openService, type RunningService } from '../../src/service.js';
import { fakeType, heldClock, temporaryFolder } from '../support/app.js';

const KEY = 'ab'.repeat(32);
const open = (dir: string, env: Record<string, string> = {}): Promise<RunningService> =>
  openService(
    readConfig({}, { env: { ...env, DATA_DIR: dir }, cwd: temporaryFolder(), uid: 1000 }),
    pino({ level: 'silent' }),
    { clock: heldClock(), taskTypes: [fakeType()] },
  );

/** Returns a data directory that a service created and closed. */
async function createUsedDir(env: Record<string, string> = {}): Promise<string> {
  const dir = join(temporaryFolder(), 'data');
  await (await open(dir, env)).close();
  return dir;
}
function edit(dir: string, change: (sqlite: Sqlite) => void): void {
  const sqlite = openSqlite(join(dir, 'hostwarden.db'));
  change(sqlite);
  sqlite.close();
}
const mode = (file: string): string => (statSync(file).mode & 0o777).toString(8);
const startError = async (dir: string, env?: Record<string, string>): Promise<Error> => {
  try {
    await (await open(dir, env)).close();
  } catch (error) {
    return error as Error;
  }
  throw new Error('the service started');
};

describe('the first start on a data directory', () => {
  it('creates the directory, the database, the key and the admin token, readable by the owner only', async () => {
    const dir = join(temporaryFolder(), 'a', 'b');
    const service = await open(dir);
    onTestFinished(() => service.close());
    expect(mode(dir)).toBe('700');
    for (const file of ['encryption.key', 'admin-token'])
      expect([file, mode(join(dir, file))]).toEqual([file, '600']);
    expect(Buffer.from(readFileSync(join(dir, 'encryption.key'), 'utf8'), 'base64')).toHaveLength(
      32,
    );
    const token = readFileSync(join(dir, 'admin-token'), 'utf8').trim();
    expect(token).toBe(service.ctx.firstToken);
    const answer = await service.app.inject({
      url: '/tokens/current',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.json()).toMatchObject({ data: { id: 1, name: 'admin', role: 'admin' } });
    expect(
      service.ctx.database.sqlite.prepare('SELECT name, length(sha256) AS n FROM migrations').all(),
    ).toContainEqual({ name: '0001_initial.sql', n: 64 });
  });

  it('writes no key file when ENCRYPTION_KEY is set', async () => {
    const dir = await createUsedDir({ ENCRYPTION_KEY: KEY });
    expect(existsSync(join(dir, 'encryption.key'))).toBe(false);
    await (await open(dir, { ENCRYPTION_KEY: Buffer.from(KEY, 'hex').toString('base64') })).close();
  });

  it('uses an existing key file of an interrupted first start', async () => {
    const dir = await createUsedDir();
    const key = readFileSync(join(dir, 'encryption.key'), 'utf8');
    edit(dir, (db) => db.prepare("DELETE FROM settings WHERE name = 'key_check'").run());
    await (await open(dir)).close();
    expect(readFileSync(join(dir, 'encryption.key'), 'utf8')).toBe(key);
  });
});

describe('a later start', () => {
  it('creates nothing again, even without the admin token file', async () => {
    const dir = await createUsedDir();
    const key = readFileSync(join(dir, 'encryption.key'), 'utf8');
    rmSync(join(dir, 'admin-token'));
    const service = await open(dir);
    onTestFinished(() => service.close());
    expect(service.ctx.firstToken).toBeUndefined();
    expect(existsSync(join(dir, 'admin-token'))).toBe(false);
    expect(readFileSync(join(dir, 'encryption.key'), 'utf8')).toBe(key);
    expect(service.ctx.database.sqlite.prepare('SELECT count(*) FROM tokens').pluck().get()).toBe(
      1,
    );
  });

  it('refuses another key, and names the source of the key', async () => {
    const dir = await createUsedDir();
    expect((await startError(dir, { ENCRYPTION_KEY: KEY })).message).toContain(
      'ENCRYPTION_KEY is not the key',
    );
    writeFileSync(join(dir, 'encryption.key'), Buffer.alloc(32, 7).toString('base64'));
    expect((await startError(dir)).message).toMatch(/encryption\.key is not the key/);
    writeFileSync(join(dir, 'encryption.key'), 'short');
    expect((await startError(dir)).message).toMatch(/encryption\.key is missing or damaged/);
    rmSync(join(dir, 'encryption.key'));
    const error = await startError(dir);
    expect(error).toBeInstanceOf(ConfigError);
    expect(error.message).toMatch(
      /missing or damaged; restore the right one, or set ENCRYPTION_KEY/,
    );
    expect(existsSync(join(dir, 'encryption.key'))).toBe(false);
  });

  it('completes an interrupted change of the key', async () => {
    const dir = await createUsedDir();
    renameSync(join(dir, 'encryption.key'), join(dir, 'encryption.key.new'));
    writeFileSync(join(dir, 'encryption.key'), Buffer.alloc(32, 7).toString('base64'));
    await (await open(dir)).close();
    expect(existsSync(join(dir, 'encryption.key.new'))).toBe(false);
  });

  it('refuses a database of a newer version', async () => {
    const dir = await createUsedDir();
    edit(dir, (db) =>
      db.prepare("INSERT INTO migrations VALUES (9999, '9999_future.sql', 'x', 1)").run(),
    );
    expect((await startError(dir)).message).toMatch(
      /newer version of hostwarden .*9999_future\.sql/,
    );
    edit(dir, (db) => db.prepare('DELETE FROM migrations WHERE id = 9999').run());
    await (await open(dir)).close(); // nothing stayed locked
  });

  it('refuses a database whose applied migration differs', async () => {
    const dir = await createUsedDir();
    edit(dir, (db) => db.prepare("UPDATE migrations SET sha256 = 'x' WHERE id = 1").run());
    expect((await startError(dir)).message).toMatch(/0001_initial\.sql differs from/);
  });
});

describe('a data directory', () => {
  it('is used by one service at a time; the error names the address of the running one', async () => {
    const dir = join(temporaryFolder(), 'data');
    const first = await open(dir);
    const busy = await startError(dir);
    expect(busy).toBeInstanceOf(DataDirInUseError);
    expect(busy.message).toContain(dir);
    first.ctx.announce({ pid: process.pid, url: 'http://127.0.0.1:1' });
    expect(((await startError(dir)) as DataDirInUseError).service).toEqual({
      pid: process.pid,
      url: 'http://127.0.0.1:1',
    });
    await first.close();
    await (await open(dir)).close();
  });

  it('is named in the error when it cannot be created or written to', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    const error = await startError(join(file, 'data'));
    expect(error).toBeInstanceOf(ConfigError);
    expect(error.message).toMatch(
      /The data directory .*file.data cannot be used: .*--data-dir or DATA_DIR/,
    );
  });

  it.runIf(process.platform === 'linux')(
    'is refused at once where no directory can be created',
    async () => {
      expect((await startError('/proc/hostwarden/data')).message).toMatch(
        /\/proc\/hostwarden\/data cannot be used: ENOENT/,
      );
    },
  );

  it('is released although its record cannot be written', async () => {
    const dir = join(temporaryFolder(), 'data');
    const first = await open(dir);
    first.ctx.announce({ pid: process.pid, url: 'http://127.0.0.1:1' });
    mkdirSync(join(dir, 'service.json.tmp')); // like a full disk
    await first.close();
    rmSync(join(dir, 'service.json.tmp'), { recursive: true });
    await (await open(dir)).close();
  });

  it('keeps no part of a secret that could not be written', () => {
    const file = join(temporaryFolder(), 'secret');
    mkdirSync(file);
    expect(() => {
      writeSecretFile(file, 'x');
    }).toThrow();
    expect(existsSync(`${file}.tmp`)).toBe(false);
  });

  it.skipIf(process.getuid?.() === 0)(
    'is refused without write permission (root can write anywhere)',
    async () => {
      const dir = temporaryFolder();
      chmodSync(dir, 0o500);
      onTestFinished(() => chmodSync(dir, 0o700));
      expect((await startError(dir)).message).toMatch(/cannot be used/);
    },
  );
});
