import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { ConfigError } from '../config.js';
import { filesOf } from './paths.js';

/**
 * Throws a ConfigError for a directory with files of an installation whose database is missing or an empty
 * file. To start there with a new one would hide the loss.
 */
export function refuseLostDatabase(dir: string): void {
  const { database, key, adminToken, knowledge } = filesOf(dir);
  const isThere = existsSync(database);
  if (isThere && statSync(database).size > 0) return;
  const found = [key, adminToken, knowledge].filter((file) => existsSync(file));
  if (found.length === 0) return;
  const name = basename(database);
  const lost = isThere ? `${name} is empty` : `no ${name}`;
  throw new ConfigError(
    `${dir} has ${found.map((file) => basename(file)).join(' and ')}, but ${lost}: ` +
      'restore the database from a backup, or choose an empty data directory.',
  );
}

const GROUP_OR_OTHERS_MAY_WRITE = 0o022;

/** Returns a warning, with a line end, if other users may write to the data directory; otherwise an empty text. */
export function openDirectoryWarning(dir: string): string {
  if (process.platform === 'win32' || !existsSync(dir)) return '';
  const { mode } = statSync(dir);
  if ((mode & GROUP_OR_OTHERS_MAY_WRITE) === 0) return '';
  const permissions = (mode & 0o777).toString(8).padStart(4, '0');
  return (
    `Warning: other users may write to the data directory ${dir} (mode ${permissions}), ` +
    `and replace its keys and its database. Run: chmod 700 ${dir}\n`
  );
}
