import type { Sqlite } from '../database/sqlite.js';
import { newTokenText, tokenHash } from '../tokens/tokens.js';
import { findSetting, insertAdminToken, insertSetting } from './data-dir.statements.js';
import { writeSecretFile, type Files } from './paths.js';

/**
 * Creates the admin token at the first start on a data directory: writes its text to the file `admin-token`
 * (mode 0600) and stores its hash. Returns the text; undefined at every later start, even without the file.
 */
export function createAdminToken(sqlite: Sqlite, files: Files, now: number): string | undefined {
  if (findSetting(sqlite, 'admin_token_made') !== undefined) return undefined;
  const token = newTokenText();
  writeSecretFile(files.adminToken, token); // first: after a crash here, the next start creates another one
  sqlite.transaction(() => {
    insertAdminToken(sqlite, tokenHash(token), now);
    insertSetting(sqlite, 'admin_token_made', String(now));
  })();
  return token;
}
