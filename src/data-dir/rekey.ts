import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { credentialBinding, createVault, type Vault } from '../credentials/vault.js';
import type { Sqlite } from '../database/sqlite.js';
import { listSealedSecrets, prepareSecretUpdate, updateSetting } from './data-dir.statements.js';
import { writeSecretFile, type Files } from './paths.js';
import { openVault, sealCheck } from './encryption-key.js';

export interface Rekey {
  /** ENCRYPTION_KEY; undefined: the key is in its file */
  given: Buffer | undefined;
  /** the new key */
  next: Buffer;
}

/**
 * Encrypts every stored secret with another key; returns the number of secrets. If interrupted at any point, the data
 * directory opens with the old key or with the new one. The new key is on disk (`encryption.key.new`) before the
 * transaction that activates it, and is renamed afterwards; opening the vault completes the rename. The caller
 * holds the lock, and changes ENCRYPTION_KEY. Throws a ConfigError, and changes nothing, when the current key
 * is wrong.
 */
export function rekey(sqlite: Sqlite, files: Files, { given, next }: Rekey): number {
  const from = openVault(sqlite, files, given);
  const to = createVault(next);
  if (given === undefined) writeSecretFile(files.nextKey, next.toString('base64'));
  syncDir(files.nextKey);
  sqlite.pragma('synchronous = FULL'); // the commit must be on disk before the old key is replaced
  sqlite.pragma('secure_delete = ON'); // free pages must not keep secrets that the old key opens
  const count = sqlite.transaction(() => reseal(sqlite, from, to)).immediate();
  sqlite.pragma('wal_checkpoint(TRUNCATE)');
  if (given === undefined) renameSync(files.nextKey, files.key);
  syncDir(files.key);
  return count;
}

function reseal(sqlite: Sqlite, from: Vault, to: Vault): number {
  const updateSecret = prepareSecretUpdate(sqlite);
  const secrets = listSealedSecrets(sqlite);
  for (const { id, type, secret } of secrets) {
    const binding = credentialBinding(id, type);
    updateSecret(id, to.seal(from.open(secret, binding), binding));
  }
  updateSetting(sqlite, 'key_check', sealCheck(to));
  return secrets.length;
}

function syncDir(file: string): void {
  const fd = openSync(dirname(file), 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
