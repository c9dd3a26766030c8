import type { Config } from '../config.js';
import { openDatabase } from '../database/database.js';
import type { CloseStack } from '../lib/close-stack.js';
import type { Clock } from '../platform/clock.js';
import type { Sqlite } from '../database/sqlite.js';
import { newTokenText, tokenHash } from '../tokens/tokens.js';
import { refuseLostDatabase } from './check-data-dir.js';
import { openVault } from './encryption-key.js';
import { lockDataDir } from './lock.js';
import { createDataDir, type Files, filesOf, writeSecretFile } from './paths.js';
import { readTls } from './tls.js';
import { findSetting, insertAdminToken, insertSetting } from './data-dir.statements.js';

/**
 * Opens the data directory: lock, certificate, database, encryption key, first token. Throws ConfigError or
 * DataDirInUseError; `onClose` closes what is open then.
 */
export function openDataDir(config: Config, clock: Clock, onClose: CloseStack) {
  const files = filesOf(config.DATA_DIR);
  createDataDir(config.DATA_DIR);
  refuseLostDatabase(config.DATA_DIR);
  const lock = lockDataDir(config.DATA_DIR, files);
  onClose.add(() => lock.release());
  const tls = readTls(config, files, clock.now());
  const database = openDatabase(files.database, clock.now());
  onClose.add(() => database.close());
  const vault = openVault(database.sqlite, files, config.ENCRYPTION_KEY);
  const firstToken = createAdminToken(database.sqlite, files, clock.now());
  return { files, lock, tls, database, vault, firstToken };
}

/**
 * Creates the admin token at the first start on a data directory: writes its text to the file `admin-token`
 * (mode 0600) and stores its hash. Returns the text; undefined at every later start, even without the file.
 */
function createAdminToken(sqlite: Sqlite, files: Files, now: number): string | undefined {
  if (findSetting(sqlite, 'admin_token_made') !== undefined) return undefined;
  const token = newTokenText();
  writeSecretFile(files.adminToken, token); // first: after a crash here, the next start creates another one
  sqlite.transaction(() => {
    insertAdminToken(sqlite, tokenHash(token), now);
    insertSetting(sqlite, 'admin_token_made', String(now));
  })();
  return token;
}
