import type { Config } from '../config.js';
import { openDatabase } from '../database/database.js';
import type { CloseStack } from '../lib/close-stack.js';
import type { Clock } from '../platform/clock.js';
import { createAdminToken } from './admin-token.js';
import { refuseLostDatabase } from './check-data-dir.js';
import { openVault } from './encryption-key.js';
import { lockDataDir } from './lock.js';
import { createDataDir, filesOf } from './paths.js';
import { readTls } from './tls.js';

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
