import { randomBytes } from 'node:crypto';
import { renameSync } from 'node:fs';
import { ConfigError } from '../config.js';
import { createVault, type Vault } from '../credentials/vault.js';
import type { Sqlite } from '../database/sqlite.js';
import { findSetting, insertSetting, listSettings } from './data-dir.statements.js';
import { readSecretFile, writeSecretFile, type Files } from './paths.js';

const CHECK_TEXT = 'hostwarden';
const CHECK_BINDING = 'key_check';

/** Returns a text that only the same key can open; stored next to the secrets. */
export const sealCheck = (vault: Vault): string =>
  vault.seal(CHECK_TEXT, CHECK_BINDING).toString('base64');

function isKeyOf(key: Buffer, check: string): boolean {
  try {
    return createVault(key).open(Buffer.from(check, 'base64'), CHECK_BINDING) === CHECK_TEXT;
  } catch {
    return false;
  }
}

function readKeyFile(file: string): Buffer | undefined {
  const text = readSecretFile(file);
  const key = text === undefined ? undefined : Buffer.from(text, 'base64');
  return key?.length === 32 ? key : undefined;
}

/**
 * Opens the vault with the key of this data directory: ENCRYPTION_KEY, else the key file, which the first start
 * creates. Throws a ConfigError when it is not the key of the stored secrets, or when the key file is missing.
 */
export function openVault(sqlite: Sqlite, files: Files, given: Buffer | undefined): Vault {
  const check = findSetting(sqlite, 'key_check');
  if (check === undefined) return createFirstVault(sqlite, files, given);
  const key = given ?? readKeyFile(files.key);
  if (key && isKeyOf(key, check)) return createVault(key);
  const next = given ? undefined : readKeyFile(files.nextKey);
  if (next && isKeyOf(next, check)) {
    // rekey was interrupted between its commit and the rename of the key file
    renameSync(files.nextKey, files.key);
    return createVault(next);
  }
  const notTheKey = 'not the key that the stored credentials were encrypted with';
  const state = key ? notTheKey : 'missing or damaged';
  throw new ConfigError(
    given
      ? `ENCRYPTION_KEY is ${notTheKey}`
      : `${files.key} is ${state}; restore the right one, or set ENCRYPTION_KEY`,
  );
}

function createKeyFile(file: string): Buffer {
  const key = randomBytes(32);
  writeSecretFile(file, key.toString('base64'));
  return key;
}

function createFirstVault(sqlite: Sqlite, files: Files, given: Buffer | undefined): Vault {
  // The key file exists already when the first start was interrupted here.
  const key = given ?? readKeyFile(files.key) ?? createKeyFile(files.key);
  const vault = createVault(key);
  insertSetting(sqlite, 'key_check', sealCheck(vault));
  return vault;
}

/** Returns text that differs between installations and stays the same for one. */
export const installationSeed = (sqlite: Sqlite): string => JSON.stringify(listSettings(sqlite));
