import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigError } from '../config.js';
import { readOwnFile } from '../platform/process/own-file.js';
import { DATABASE_FILE } from '../platform/process/locate-database.js';

/** The paths in a data directory. */
export const filesOf = (dir: string) => ({
  database: join(dir, DATABASE_FILE),
  knowledge: join(dir, 'knowledge.db'),
  feeds: join(dir, 'feeds'),
  key: join(dir, 'encryption.key'),
  nextKey: join(dir, 'encryption.key.new'),
  adminToken: join(dir, 'admin-token'),
  tlsKey: join(dir, 'tls.key'),
  tlsRoot: join(dir, 'tls-root.pem'),
  tlsRootKey: join(dir, 'tls-root.key'),
  lock: join(dir, 'service.lock'),
  service: join(dir, 'service.json'),
});
export type Files = ReturnType<typeof filesOf>;

/** Throws a ConfigError when there is no data directory: commands on existing data create none for a mistyped name. */
export function requireDataDir(dir: string): void {
  if (existsSync(filesOf(dir).database)) return;
  throw new ConfigError(
    `${dir} is not a data directory${existsSync(dir) ? ' (it has no hostwarden.db)' : ''}. Set --data-dir or DATA_DIR.`,
  );
}

/**
 * Creates the data directory (mode 0700) if necessary. Throws a ConfigError when it cannot be created or
 * written to.
 */
export function createDataDir(dir: string): void {
  try {
    createDirs(dir);
    const probe = join(dir, `.probe-${process.pid}`);
    closeSync(openSync(probe, 'w', 0o600));
    rmSync(probe);
  } catch (error) {
    throw new ConfigError(
      `The data directory ${dir} cannot be used: ${(error as Error).message}. ` +
        'Choose another one with --data-dir or DATA_DIR.',
    );
  }
}

// Not mkdir's `recursive` option: where no directory can be created (/proc, a read-only disk), Node retries
// indefinitely
// or reports a wrong reason.
function createDirs(dir: string): void {
  if (existsSync(dir)) return;
  createDirs(dirname(dir));
  mkdirSync(dir, { mode: 0o700 });
}

/** Writes a secret file (mode 0600) atomically: after a crash it contains the old or the new text. */
export function writeSecretFile(file: string, text: string): void {
  const temporary = `${file}.tmp`;
  try {
    writeAndSync(temporary, `${text}\n`);
    chmodSync(temporary, 0o600);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function writeAndSync(file: string, text: string): void {
  const fd = openSync(file, 'w', 0o600);
  try {
    writeSync(fd, text);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/**
 * Returns the text of a secret file without its line end; undefined when the file does not exist. Throws a
 * ConfigError when it cannot be read, or when another user may have written it.
 */
export function readSecretFile(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return readOwnFile(file).trim();
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      code === undefined ? `${file} ${message}` : `${file} cannot be read: ${message}`,
    );
  }
}
