import { randomBytes } from 'node:crypto';
import { renameSync } from 'node:fs';
import { ConfigError } from '../config.js';
import { createVault, type Vault } from '../credentials/vault.js';
import type { Sqlite } from '../database/sqlite.js';
import { readSecretFile, writeSecretFile, type Files } from './paths.js';

const KNOWN = 'hostwarden';
const BOUND = 'key_check';

/** A text that only the right key opens; stored beside the secrets. */
export const sealCheck = (vault: Vault): string => vault.seal(KNOWN, BOUND).toString('base64');

function fits(key: Buffer, check: string): boolean {
  try {
    return createVault(key).open(Buffer.from(check, 'base64'), BOUND) === KNOWN;
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
 * The key of this data folder: ENCRYPTION_KEY, else its key file, which the first start makes. Throws a ConfigError when it is not
 * the key that the stored secrets were sealed with, or when the key file is gone.
 */
export function openVault(sqlite: Sqlite, files: Files, given: Buffer | undefined): Vault {
  const check = sqlite
    .prepare("SELECT value FROM settings WHERE name = 'key_check'")
    .pluck()
    .get() as string | undefined;
  if (check === undefined) return firstVault(sqlite, files, given);
  const key = given ?? readKeyFile(files.key);
  if (key && fits(key, check)) return createVault(key);
  const next = given ? undefined : readKeyFile(files.nextKey);
  if (next && fits(next, check)) {
    // rekey was interrupted between its commit and the exchange of the files
    renameSync(files.nextKey, files.key);
    return createVault(next);
  }
  throw new ConfigError(
    given
      ? 'ENCRYPTION_KEY is not the key that the stored credentials were encrypted with'
      : `${files.key} is ${key ? 'not the key that the stored credentials were encrypted with' : 'missing or damaged'}; put the right one back, or set ENCRYPTION_KEY`,
  );
}

function firstVault(sqlite: Sqlite, files: Files, given: Buffer | undefined): Vault {
  let key = given ?? readKeyFile(files.key); // there already: a start that was interrupted right here
  if (!key) writeSecretFile(files.key, (key = randomBytes(32)).toString('base64'));
  const vault = createVault(key);
  sqlite
    .prepare("INSERT INTO settings (name, value) VALUES ('key_check', ?)")
    .run(sealCheck(vault));
  return vault;
}

/** Returns text that differs between installations and stays the same for one. */
export const installationSeed = (sqlite: Sqlite): string =>
  JSON.stringify(sqlite.prepare('SELECT value FROM settings ORDER BY name').pluck().all());
