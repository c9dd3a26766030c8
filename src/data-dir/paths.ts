import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigError } from '../config.js';

/** Where things are in a data folder. */
export const filesOf = (dir: string) => ({
  database: join(dir, 'hostwarden.db'),
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

/** Throws one clear message where there is no data folder yet: whoever is about what one holds makes none of a mistyped name. */
export function requireDataDir(dir: string): void {
  if (existsSync(filesOf(dir).database)) return;
  throw new ConfigError(
    `There is no data folder ${dir}${existsSync(dir) ? ' (it holds no hostwarden.db)' : ''}. Name the one that is meant with --data-dir or DATA_DIR.`,
  );
}

/** Makes the folder (mode 0700) if need be. Throws one clear message when it can't be made or written to. */
export function createDataDir(dir: string): void {
  try {
    makeFolders(dir);
    const probe = join(dir, `.probe-${process.pid}`);
    closeSync(openSync(probe, 'w', 0o600));
    rmSync(probe);
  } catch (error) {
    throw new ConfigError(
      `The data folder ${dir} cannot be used: ${(error as Error).message}. Choose another one with --data-dir or DATA_DIR.`,
    );
  }
}

// Not mkdir's own `recursive`: where nothing can be made (/proc, a read-only disk) Node tries for ever, or tells a wrong reason.
function makeFolders(dir: string): void {
  if (existsSync(dir)) return;
  makeFolders(dirname(dir));
  mkdirSync(dir, { mode: 0o700 });
}

/** Writes a secret so that after a crash the file holds the old or the new text whole; mode 0600. */
export function writeSecretFile(file: string, text: string): void {
  const temporary = `${file}.tmp`;
  try {
    writeWhole(temporary, `${text}\n`);
    chmodSync(temporary, 0o600);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function writeWhole(file: string, text: string): void {
  const fd = openSync(file, 'w', 0o600);
  try {
    writeSync(fd, text);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** The text of a small file, without its line end; undefined when there is none. */
export function readSecretFile(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}
