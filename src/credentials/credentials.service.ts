import type { Database } from '../database/database.js';
import type { Clock } from '../platform/clock.js';
import { AppError, notFound } from '../errors.js';
import type { Page } from '../http/common.js';
import * as repository from './credentials.repository.js';
import type { Credential } from './credentials.repository.js';
import { credentialBinding, type Vault } from './vault.js';
import type { CredentialTable } from './credentials.table.js';

export interface CredentialDeps {
  database: Database;
  clock: Clock;
  vault: Vault;
}

export const listCredentials = (
  { database: { db } }: Pick<CredentialDeps, 'database'>,
  page: Page,
): Promise<{ items: Credential[]; total: number }> => repository.selectCredentials(db, page);

/** Stores a credential; its password is sealed and bound to id and type. 409 if the name is taken. */
export async function createCredential(
  { database: { db }, clock, vault }: CredentialDeps,
  input: Pick<Credential, 'name' | 'type' | 'username'> & { password: string },
): Promise<Credential> {
  const { password, ...fields } = input;
  return db.transaction().execute(async (trx) => {
    const other = await repository.findCredentialByName(trx, fields.name);
    if (other)
      throw new AppError('name_taken', `Name already in use by credential ${other.id}`, {
        conflict: { id: other.id },
      });
    const credential = await repository.insertCredential(trx, fields, clock.now());
    await repository.setSecret(
      trx,
      credential.id,
      vault.seal(password, credentialBinding(credential.id, credential.type)),
    );
    return credential;
  });
}

/** Deletes a credential. 404 for an unknown id, 409 while an operation uses it. */
export async function deleteCredential(
  { database }: Pick<CredentialDeps, 'database'>,
  id: number,
): Promise<void> {
  await database.db.transaction().execute(async (trx) => {
    const operation = await repository.findRunningOperation(trx, id);
    if (operation)
      throw new AppError('credential_in_use', `Credential is in use by operation ${operation.id}`, {
        conflict: { id: operation.id },
      });
    if (!(await repository.deleteCredentialRow(trx, id))) throw notFound('credential', id);
  });
  await database.eraseLog(); // it has the page with the secret
}

/** Returns the type of a credential; undefined for an unknown id. */
export const credentialType = async (
  { database: { db } }: Pick<CredentialDeps, 'database'>,
  id: number,
): Promise<Credential['type'] | undefined> => (await repository.findCredentialType(db, id))?.type;

/** A credential for logging in. The password must not reach a response, log, event or error. */
export interface CredentialLogin {
  type: CredentialTable['type'];
  username: string;
  password: string;
}

/** Decrypts a credential for a login and records its use; null for an unknown id. */
export async function openCredential(
  { database: { db }, clock, vault }: CredentialDeps,
  id: number,
): Promise<CredentialLogin | null> {
  const row = await repository.useCredential(db, id, clock.now());
  if (!row) return null;
  const { type, username, secret } = row;
  return { type, username, password: vault.open(secret, credentialBinding(id, type)) };
}
