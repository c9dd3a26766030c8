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

const OTHERS_MAY_WRITE = 0o022;
const OTHERS_MAY_READ = 0o044;

/**
 * Returns warnings, each with a line end, if other users may write to the data directory, or use its files by their
 * modes; otherwise an empty text.
 */
export function permissionWarnings(dir: string): string {
  if (process.platform === 'win32' || !existsSync(dir)) return '';
  return directoryWarning(dir) + fileWarning(dir);
}

function directoryWarning(dir: string): string {
  const { mode } = statSync(dir);
  if ((mode & OTHERS_MAY_WRITE) === 0) return '';
  return (
    `Warning: other users may write to the data directory ${dir} (mode ${octal(mode)}), ` +
    `and replace its keys and its database. Run: chmod 700 ${dir}\n`
  );
}

/** Keys and tokens are for one user; a restored database may have the mode of any file. */
function fileWarning(dir: string): string {
  const { database, key, nextKey, adminToken, tlsKey, tlsRootKey } = filesOf(dir);
  const secrets = [adminToken, key, nextKey, tlsKey, tlsRootKey];
  const forbidden: [file: string, bits: number][] = [
    ...secrets.map((file): [string, number] => [file, OTHERS_MAY_READ | OTHERS_MAY_WRITE]),
    [database, OTHERS_MAY_WRITE],
  ];
  const open = forbidden.filter(([file, bits]) => (modeOf(file) & bits) !== 0);
  if (open.length === 0) return '';
  const listed = open.map(([file]) => `${basename(file)} (mode ${octal(modeOf(file))})`);
  return (
    `Warning: the modes of files in the data directory let other users read or change them: ${listed.join(', ')}. ` +
    `Run: chmod 600 ${open.map(([file]) => file).join(' ')}\n`
  );
}

const modeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mode ?? 0;

const octal = (mode: number): string => (mode & 0o777).toString(8).padStart(4, '0');
