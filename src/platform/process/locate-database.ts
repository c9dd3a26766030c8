import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseDotEnv } from '../../lib/dot-env.js';
import type { Surroundings } from './environment.js';
import { readOwnFile } from './own-file.js';

/** The name of the database in a data directory. */
export const DATABASE_FILE = 'hostwarden.db';

/** Returns the data directory of a user that sets none. */
export function defaultDataDir({ env, uid }: Pick<Surroundings, 'env' | 'uid'>): string {
  if (uid === 0) return '/var/lib/hostwarden';
  const dataHome = env.XDG_DATA_HOME?.startsWith('/')
    ? env.XDG_DATA_HOME
    : join(homedir(), '.local/share');
  return join(dataHome, 'hostwarden');
}

/**
 * Returns the path of the database that the configuration names, without loading or validating the rest of it: shell
 * completion has no time for that. Throws an Error if `.env` cannot be read or belongs to another user.
 * @param given the option `--data-dir`
 */
export function locateDatabase(given: string | undefined, sources: Surroundings): string {
  const { env, cwd } = sources;
  const dir = given || env.DATA_DIR || dotEnvDataDir(sources) || defaultDataDir(sources);
  return join(resolve(cwd, dir), DATABASE_FILE);
}

function dotEnvDataDir({ cwd, uid }: Surroundings): string | undefined {
  const file = join(cwd, '.env');
  if (!existsSync(file)) return undefined;
  return parseDotEnv(readOwnFile(file, uid)).entries.findLast(({ key }) => key === 'DATA_DIR')
    ?.value;
}
