import { createRequire } from 'node:module';
import type BetterSqlite3 from 'better-sqlite3';

export type Sqlite = BetterSqlite3.Database;

// better-sqlite3 13 carries its binaries (no install script, so it works where npm blocks those) but crashes on Node 20;
// version 12 is installed beside it under an alias for that one. npm leaves out the one whose engines do not fit.
const PACKAGES =
  Number(process.versions.node.split('.')[0]) < 22
    ? ['better-sqlite3-node20']
    : ['better-sqlite3', 'better-sqlite3-node20'];

/** The better-sqlite3 that fits this Node. Throws one clear message when none can be loaded. */
function loadDriver(): typeof BetterSqlite3 {
  const require = createRequire(import.meta.url);
  const tried: string[] = [];
  for (const name of PACKAGES) {
    try {
      const driver = require(name) as typeof BetterSqlite3;
      new driver(':memory:').close(); // the binary is only loaded here
      return driver;
    } catch (error) {
      tried.push(`${name}: ${(error as Error).message.split('\n')[0] ?? ''}`);
    }
  }
  throw new Error(
    `SQLite cannot be loaded on Node ${process.versions.node} (${tried.join('; ')}). On Node 20, install with scripts allowed (npm install --allow-scripts=better-sqlite3); Node 22 and later need none.`,
  );
}

let driver: typeof BetterSqlite3 | undefined;

/** Opens a database file. `timeout` (ms) is how long a statement waits for another process's lock. */
export function openSqlite(
  file: string,
  options: { readonly?: boolean; timeout?: number } = {},
): Sqlite {
  driver ??= loadDriver();
  return new driver(file, options);
}
