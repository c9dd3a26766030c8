import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { status } from '../../src/commands/fleet/status.js';
import { describeError } from '../../src/commands/output/errors.js';
import { serve } from '../../src/commands/serve.js';
import { openSqlite } from '../../src/database/sqlite.js';
import { until } from '../support/agents.js';
import { temporaryFolder } from '../support/app.js';
import { testIo } from '../support/command.js';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Runs `hostwarden serve` until it listens, without a terminal; returns what it prints. */
async function serveOnce(dataDir: string): Promise<{ code: number; out: string; err: string }> {
  const texts = { out: '', err: '' };
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    texts.out += String(text);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    texts.err += String(text);
    return true;
  });
  const running = serve({ dataDir, port: '0' });
  const failed = running.then(
    () => null,
    (error: unknown) => error,
  );
  const end = await Promise.race([failed, until(async () => texts.out.includes('Try:') && 'up')]);
  if (end !== 'up') throw end;
  process.emit('SIGTERM', 'SIGTERM');
  return { code: await running, ...texts };
}

const refusal = async (run: Promise<unknown>): Promise<{ message: string; exitCode: number }> =>
  describeError(await run.catch((error: unknown) => error));

async function usedDir(): Promise<string> {
  const dir = join(temporaryFolder(), 'data');
  mkdirSync(dir, { mode: 0o700 });
  await serveOnce(dir);
  vi.restoreAllMocks();
  return dir;
}

const edit = (dir: string, sql: string): void => {
  const sqlite = openSqlite(join(dir, 'hostwarden.db'));
  sqlite.exec(sql);
  sqlite.close();
};

describe('hostwarden serve', () => {
  it('names the file of the admin token, and prints the token to no pipe', async () => {
    const dir = join(temporaryFolder(), 'data');
    const { code, out, err } = await serveOnce(dir);
    const file = join(dir, 'admin-token');
    expect(code).toBe(0);
    expect(out).toContain(`admin token     ${file}\n`);
    expect(out + err).not.toContain(readFileSync(file, 'utf8').trim());
    expect(out + err).not.toContain('sign-in');
    expect(err).not.toContain('Warning');
  });

  it('warns of a data directory that others may write to, as hostwarden status does', async () => {
    const dir = await usedDir();
    const warning =
      `Warning: other users may write to the data directory ${dir} (mode 0777), ` +
      `and replace its keys and its database. Run: chmod 700 ${dir}\n`;
    for (const [mode, expected] of [
      [0o777, warning],
      [0o775, warning.replace('0777', '0775')],
      [0o755, ''],
      [0o700, ''],
    ] as const) {
      chmodSync(dir, mode);
      const io = testIo();
      expect(await status({ dataDir: dir }, io)).toBe(0);
      expect(io.err()).toBe(expected);
    }
    chmodSync(dir, 0o777);
    expect((await serveOnce(dir)).err).toContain(warning);
  });

  it.each([
    ['admin-token', 0o644, true],
    ['admin-token', 0o640, true],
    ['encryption.key', 0o604, true],
    ['hostwarden.db', 0o666, true],
    ['hostwarden.db', 0o644, false],
    ['admin-token', 0o400, false],
  ])(
    'warns once of a file that others may use by its mode: %s with %i is %s',
    async (name, mode, isWarned) => {
      const dir = await usedDir();
      const file = join(dir, name);
      chmodSync(file, mode);
      const octal = `0${mode.toString(8)}`;
      const warning =
        'Warning: the modes of files in the data directory let other users read or change them: ' +
        `${name} (mode ${octal}). Run: chmod 600 ${file}\n`;
      const io = testIo();
      await status({ dataDir: dir }, io);
      expect(io.err()).toBe(isWarned ? warning : '');
      const { err } = await serveOnce(dir);
      expect(err.match(/^Warning:/gm) ?? []).toHaveLength(isWarned ? 1 : 0);
      expect(err.includes(warning)).toBe(isWarned);
    },
  );
});

describe.each([
  ['serve', (dataDir: string) => serve({ dataDir, port: '0' })],
  ['status', (dataDir: string) => status({ dataDir }, testIo())],
])('hostwarden %s refuses in one sentence', (_command, run) => {
  it.each([
    [
      'of a newer version',
      "INSERT INTO migrations VALUES (9999, '9999_future.sql', 'x', 1)",
      'This database was created by a newer version of hostwarden (migration 9999_future.sql). ' +
        'Use that version, or another data directory.',
    ],
    [
      'of a version that cannot be upgraded',
      "UPDATE migrations SET sha256 = 'x' WHERE id = 1",
      'Migration 0001_initial.sql differs from the one that created this database: ' +
        'another version of hostwarden made it, and this version cannot upgrade it. ' +
        'Use that version, or another data directory.',
    ],
  ])('a database %s', async (_case, sql, message) => {
    const dir = await usedDir();
    edit(dir, sql);
    expect(await refusal(run(dir))).toEqual({ message, exitCode: 2 });
  });

  it('a database of another program, and one that is damaged', async () => {
    const dir = join(temporaryFolder(), 'data');
    mkdirSync(dir);
    edit(dir, 'CREATE TABLE places (id INTEGER)');
    expect(await refusal(run(dir))).toEqual({
      message:
        'This database is not one of hostwarden: it has the table places. Use another data directory.',
      exitCode: 2,
    });
    rmSync(join(dir, 'hostwarden.db'));
    writeFileSync(join(dir, 'hostwarden.db'), 'no database '.repeat(1000));
    const { message } = await refusal(run(dir));
    expect(message).toMatch(/^The database in the data directory is damaged .*restore a backup$/);
  });
});

describe('a directory that has lost its database', () => {
  it.each(['encryption.key', 'knowledge.db', 'admin-token'])(
    'and still has %s is refused, and stays as it is',
    async (name) => {
      const used = await usedDir();
      const dir = join(temporaryFolder(), 'lost');
      mkdirSync(dir);
      copyFileSync(join(used, name), join(dir, name));
      expect(await refusal(serve({ dataDir: dir, port: '0' }))).toEqual({
        message:
          `${dir} has ${name}, but no hostwarden.db: ` +
          'restore the database from a backup, or choose an empty data directory.',
        exitCode: 2,
      });
      expect((await refusal(status({ dataDir: dir }, testIo()))).exitCode).toBe(2);
    },
  );

  it('and has an empty file in its place is refused, and stays as it is', async () => {
    const dir = await usedDir();
    writeFileSync(join(dir, 'hostwarden.db'), '');
    const { message, exitCode } = await refusal(serve({ dataDir: dir, port: '0' }));
    expect(exitCode).toBe(2);
    expect(message).toMatch(
      / has .*encryption\.key.*, but hostwarden\.db is empty: restore the database from a backup/,
    );
    expect(statSync(join(dir, 'hostwarden.db')).size).toBe(0);
  });
});
