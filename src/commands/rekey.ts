import { randomBytes } from 'node:crypto';
import { parseKey, readConfig } from '../config.js';
import { filesOf, createDataDir, requireDataDir } from '../data-dir/paths.js';
import { DataDirInUseError, lockDataDir } from '../data-dir/lock.js';
import { rekey } from '../data-dir/rekey.js';
import { openDatabase } from '../database/database.js';
import { systemClock } from '../platform/clock.js';
import { CommandError, type Io } from './output/io.js';
import { pluralize } from './output/text.js';

export interface RekeyOptions {
  dataDir?: string;
  newKey?: string;
}

/** Encrypts all credentials of a data folder with a new key. Exit code 0; throws a CommandError while a service works on the folder. */
export async function rekeyFolder(options: RekeyOptions, io: Pick<Io, 'stdout'>): Promise<number> {
  const config = readConfig({ DATA_DIR: options.dataDir });
  const { DATA_DIR: dir, ENCRYPTION_KEY: given } = config;
  const next = nextKey(options.newKey, given !== undefined);
  const files = filesOf(dir);
  requireDataDir(dir);
  createDataDir(dir); // whether it can be written to
  const lock = lockIdle(dir);
  try {
    const database = openDatabase(files.database, systemClock.now());
    const sealed = await Promise.resolve()
      .then(() => rekey(database.sqlite, files, { given, next }))
      .finally(() => database.close());
    io.stdout.write(`${pluralize(sealed, 'credential')} in ${dir} encrypted with the new key\n`);
    io.stdout.write(
      given
        ? 'Now set ENCRYPTION_KEY to the new key: the old one does not open this data folder any more\n'
        : `The new key is in ${files.key}; a backup needs it\n`,
    );
    return 0;
  } finally {
    lock.release();
  }
}

// A key that is not in a file is the person's to keep: one made here could be lost on its way to them.
function nextKey(text: string | undefined, keptByPerson: boolean): Buffer {
  if (text === undefined && !keptByPerson) return randomBytes(32);
  if (text === undefined)
    throw new CommandError(
      'The key comes from ENCRYPTION_KEY, so the new one must be given too: in NEW_ENCRYPTION_KEY or with --new-key ("openssl rand -base64 32" makes one)',
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

function lockIdle(dir: string): ReturnType<typeof lockDataDir> {
  try {
    return lockDataDir(dir, filesOf(dir));
  } catch (error) {
    if (error instanceof DataDirInUseError)
      throw new CommandError(`${error.message}; end it first, then change the key`);
    throw error;
  }
}
