import { randomBytes } from 'node:crypto';
import { readConfig } from '../config.js';
import { parseKey } from '../config.values.js';
import { DataDirInUseError, lockDataDir } from '../data-dir/lock.js';
import { createDataDir, filesOf, requireDataDir } from '../data-dir/paths.js';
import { rekey } from '../data-dir/rekey.js';
import { openDatabase } from '../database/database.js';
import { systemClock } from '../platform/clock.js';
import { pluralize } from '../lib/text.js';
import { CommandError } from './output/errors.js';
import type { Io } from './output/io.js';

export interface RekeyOptions {
  dataDir?: string;
  newKey?: string;
}

/** Encrypts all credentials of a data directory with a new key. Throws CommandError while a service uses it. */
export async function rekeyDataDir(options: RekeyOptions, io: Pick<Io, 'stdout'>): Promise<number> {
  const config = readConfig({ DATA_DIR: options.dataDir });
  const { DATA_DIR: dir, ENCRYPTION_KEY: given } = config;
  const next = nextKey(options.newKey, given !== undefined);
  const files = filesOf(dir);
  requireDataDir(dir);
  createDataDir(dir); // checks that it is writable
  const lock = lockUnused(dir);
  try {
    const database = openDatabase(files.database, systemClock.now());
    const count = await Promise.resolve()
      .then(() => rekey(database.sqlite, files, { given, next, now: systemClock.now() }))
      .finally(() => database.close());
    io.stdout.write(`${pluralize(count, 'secret')} in ${dir} encrypted with the new key\n`);
    io.stdout.write(
      given
        ? 'Set ENCRYPTION_KEY to the new key; the old key no longer works\n'
        : `The new key is in ${files.key}; include it in backups\n`,
    );
    return 0;
  } finally {
    lock.release();
  }
}

// Without a key file the user stores the key: a generated one could be lost before they store it.
function nextKey(text: string | undefined, isStoredByUser: boolean): Buffer {
  if (text === undefined && !isStoredByUser) return randomBytes(32);
  if (text === undefined)
    throw new CommandError(
      'ENCRYPTION_KEY is set, so the new key must be given by NEW_ENCRYPTION_KEY ' +
        '("openssl rand -base64 32" creates one)',
      2,
    );
  const key = parseKey(text);
  if (!key)
    throw new CommandError(
      'The new key must be 32 bytes, as 64 hexadecimal digits or in base64',
      2,
    );
  return key;
}

function lockUnused(dir: string): ReturnType<typeof lockDataDir> {
  try {
    return lockDataDir(dir, filesOf(dir));
  } catch (error) {
    if (error instanceof DataDirInUseError)
      throw new CommandError(`${error.message}; stop it before changing the key`);
    throw error;
  }
}
