import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { recordCommand } from '../audit/record-command.js';
import { ConfigError } from '../config.js';
import { credentialBinding, createVault, sudoBinding, type Vault } from '../credentials/vault.js';
import { channelBinding } from '../notifications/channels/channel-secrets.js';
import { upgradeCopyOf } from '../database/migrate.js';
import type { Sqlite } from '../database/sqlite.js';
import {
  listSealedChannels,
  listSealedSecrets,
  prepareChannelUpdate,
  prepareSecretUpdate,
  updateSetting,
  vacuum,
} from './data-dir.statements.js';
import { writeSecretFile, type Files } from './paths.js';
import { openVault, sealCheck } from './encryption-key.js';

export interface Rekey {
  /** ENCRYPTION_KEY; undefined: the key is in its file */
  given: Buffer | undefined;
  /** the new key */
  next: Buffer;
  /** Unix seconds, for the audit log */
  now: number;
}

/**
 * Encrypts every stored secret with another key; returns the number of secrets. If interrupted at any point, the data
 * directory opens with the old key or with the new one. The new key is on disk (`encryption.key.new`) before the
 * transaction that activates it, and is renamed afterwards; opening the vault completes the rename. The caller
 * holds the lock, and changes ENCRYPTION_KEY. Throws a ConfigError, and changes nothing, when the current key
 * is wrong. At last the copy of before an upgrade is deleted, and the database is rewritten, so that no older secrets
 * remain.
 */
export function rekey(sqlite: Sqlite, files: Files, { given, next, now }: Rekey): number {
  const from = openVault(sqlite, files, given);
  const to = createVault(next);
  if (given === undefined) writeSecretFile(files.nextKey, next.toString('base64'));
  syncDir(files.nextKey);
  sqlite.pragma('synchronous = FULL'); // the commit must be on disk before the old key is replaced
  const count = sqlite
    .transaction(() => {
      const resealed = reseal(sqlite, from, to);
      recordCommand(sqlite, { action: 'rekey', resource: 'credential', count: resealed }, now);
      return resealed;
    })
    .immediate();
  sqlite.pragma('wal_checkpoint(TRUNCATE)');
  if (given === undefined) renameSync(files.nextKey, files.key);
  syncDir(files.key);
  rmSync(upgradeCopyOf(files.database), { force: true });
  eraseFreePages(sqlite);
  return count;
}

/**
 * Rewrites the database without its free pages, and empties the log: they may have secrets that an earlier
 * key opens, from before deletions were secure. Throws a ConfigError if it cannot; the new key is active then.
 */
function eraseFreePages(sqlite: Sqlite): void {
  try {
    sqlite.pragma('temp_store = FILE'); // the copy may be larger than the memory
    vacuum(sqlite);
    const [log] = sqlite.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
    if (log?.busy !== 0) throw new Error('another program reads the database');
  } catch (error) {
    throw new ConfigError(
      'The new key is active, but the database may contain free pages that the old key opens: ' +
        `${(error as Error).message}. Run the command again.`,
    );
  }
}

function reseal(sqlite: Sqlite, from: Vault, to: Vault): number {
  const updateSecret = prepareSecretUpdate(sqlite);
  const secrets = listSealedSecrets(sqlite);
  const resealOne = (sealed: Buffer, binding: string): Buffer =>
    to.seal(from.open(sealed, binding), binding);
  for (const { id, type, secret, sudo_secret } of secrets)
    updateSecret({
      id,
      secret: resealOne(secret, credentialBinding(id, type)),
      sudo_secret: sudo_secret === null ? null : resealOne(sudo_secret, sudoBinding(id)),
    });
  const channels = resealChannels(sqlite, resealOne);
  updateSetting(sqlite, 'key_check', sealCheck(to));
  return secrets.length + channels;
}

function resealChannels(
  sqlite: Sqlite,
  resealOne: (sealed: Buffer, binding: string) => Buffer,
): number {
  const updateSecret = prepareChannelUpdate(sqlite);
  const channels = listSealedChannels(sqlite);
  for (const { id, secret } of channels) updateSecret(id, resealOne(secret, channelBinding(id)));
  return channels.length;
}

function syncDir(file: string): void {
  const fd = openSync(dirname(file), 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
