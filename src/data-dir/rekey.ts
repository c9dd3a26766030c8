import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { credentialBinding, createVault, type Vault } from '../credentials/vault.js';
import type { Sqlite } from '../database/sqlite.js';
import { writeSecretFile, type Files } from './paths.js';
import { openVault, sealCheck } from './encryption-key.js';

export interface Rekey {
  /** ENCRYPTION_KEY; undefined when the key is in its file */
  given: Buffer | undefined;
  /** the new key */
  next: Buffer;
}

/**
 * Encrypts every stored secret with another key; gives how many there are. Whenever it is cut off, the folder opens with the old key or
 * with the new one: the new one is on disk (`encryption.key.new`) before the one transaction that makes it count, and takes its
 * place afterwards; opening the folder finishes what is left of that. The folder is to be locked, and ENCRYPTION_KEY is the caller's to change.
 * Throws a ConfigError when the present key does not fit, and changes nothing then.
 */
export function rekey(sqlite: Sqlite, files: Files, { given, next }: Rekey): number {
  const from = openVault(sqlite, files, given);
  const to = createVault(next);
  if (given === undefined) writeSecretFile(files.nextKey, next.toString('base64'));
  syncFolder(files.nextKey);
  sqlite.pragma('synchronous = FULL'); // the commit must be on disk before the old key is gone
  sqlite.pragma('secure_delete = ON'); // what the old key opens must not stay in free pages
  const count = sqlite.transaction(() => reseal(sqlite, from, to)).immediate();
  sqlite.pragma('wal_checkpoint(TRUNCATE)');
  if (given === undefined) renameSync(files.nextKey, files.key);
  syncFolder(files.key);
  return count;
}

function reseal(sqlite: Sqlite, from: Vault, to: Vault): number {
  const update = sqlite.prepare('UPDATE credentials SET secret = ? WHERE id = ?');
  const stored = sqlite
    .prepare<[], { id: number; type: string; secret: Buffer }>(
      'SELECT id, type, secret FROM credentials',
    )
    .all();
  for (const { id, type, secret } of stored) {
    const bound = credentialBinding(id, type);
    update.run(to.seal(from.open(secret, bound), bound), id);
  }
  sqlite.prepare("UPDATE settings SET value = ? WHERE name = 'key_check'").run(sealCheck(to));
  return stored.length;
}

function syncFolder(file: string): void {
  const fd = openSync(dirname(file), 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
