import type { Sqlite } from '../database/sqlite.js';
import { newTokenText, tokenHash } from '../tokens/tokens.js';
import { writeSecretFile, type Files } from './paths.js';

/**
 * At the first start of a data folder, makes its admin token: written to `admin-token` (0600), its hash stored. Gives the text then,
 * and undefined at every later start, also when the file was taken away.
 */
export function createAdminToken(sqlite: Sqlite, files: Files, now: number): string | undefined {
  if (sqlite.prepare("SELECT 1 FROM settings WHERE name = 'admin_token_made'").get() !== undefined)
    return undefined;
  const token = newTokenText();
  writeSecretFile(files.adminToken, token); // first: a crash here only makes another one at the next start
  sqlite.transaction(() => {
    sqlite
      .prepare(
        "INSERT INTO tokens (name, role, sha256, created_at) VALUES ('admin', 'admin', ?, ?)",
      )
      .run(tokenHash(token), now);
    sqlite
      .prepare("INSERT INTO settings (name, value) VALUES ('admin_token_made', ?)")
      .run(String(now));
  })();
  return token;
}
