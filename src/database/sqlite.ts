import { createRequire } from 'node:module';
import type BetterSqlite3 from 'better-sqlite3';

export type Sqlite = BetterSqlite3.Database;

// better-sqlite3 13 includes its binaries, without an install script, so that it works where npm blocks those. It
// crashes
// on Node 20: for that, version 12 is installed under an alias. npm skips the one whose engines do not match.
const PACKAGES =
  Number(process.versions.node.split('.')[0]) < 22
    ? ['better-sqlite3-node20']
    : ['better-sqlite3', 'better-sqlite3-node20'];

/** Loads the better-sqlite3 for this version of Node. Throws one clear message when none can be loaded. */
function loadDriver(): typeof BetterSqlite3 {
  const require = createRequire(import.meta.url);
  const failures: string[] = [];
  for (const name of PACKAGES) {
    try {
      const driver = require(name) as typeof BetterSqlite3;
      new driver(':memory:').close(); // loads the binary
      return driver;
    } catch (error) {
      failures.push(`${name}: ${(error as Error).message.split('\n')[0] ?? ''}`);
    }
  }
  throw new Error(
    `SQLite cannot be loaded on Node ${process.versions.node} (${failures.join('; ')}). ` +
      'On Node 20, install with scripts allowed (npm install --allow-scripts=better-sqlite3); ' +
      'Node 22 and later need none.',
  );
}

let driver: typeof BetterSqlite3 | undefined;

/** Opens a database file. `timeout`: how long a statement waits for a lock of another process, ms. */
export function openSqlite(
  file: string,
  options: { readonly?: boolean; timeout?: number } = {},
): Sqlite {
  driver ??= loadDriver();
  return new driver(file, options);
}
