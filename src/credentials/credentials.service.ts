import type { Database, Db } from '../database/database.js';
import type { Clock } from '../platform/clock.js';
import { findMissingIds } from '../database/missing-ids.js';
import { AppError, notFound, unknownReference } from '../errors.js';
import type { Page } from '../http/common.js';
import type { CredentialScope } from './credential-scope.js';
import * as repository from './credentials.repository.js';
import type { Credential } from './credentials.repository.js';
import { credentialBinding, type Vault } from './vault.js';
import type { CredentialTable } from './credentials.table.js';
import { replaceScope } from './scope.repository.js';

export interface CredentialDeps {
  database: Database;
  clock: Clock;
  vault: Vault;
}

export const listCredentials = (
  { database: { db } }: Pick<CredentialDeps, 'database'>,
  page: Page,
): Promise<{ items: Credential[]; total: number }> => repository.selectCredentials(db, page);

type NewCredential = Pick<Credential, 'name' | 'type' | 'username'> & {
  password: string;
  scope?: CredentialScope | null;
};

/**
 * Stores a credential; its password is sealed and bound to id and type. 409 if the name is taken, 422 for
 * unknown groups.
 */
export async function createCredential(
  { database: { db }, clock, vault }: CredentialDeps,
  input: NewCredential,
): Promise<Credential> {
  const { password, scope = null, ...fields } = input;
  return db.transaction().execute(async (trx) => {
    const other = await repository.findCredentialByName(trx, fields.name);
    if (other)
      throw new AppError('name_taken', `Name already in use by credential ${other.id}`, {
        conflict: { id: other.id },
      });
    const { id } = await repository.insertCredential(trx, fields, clock.now());
    const sealed = vault.seal(password, credentialBinding(id, fields.type));
    await repository.setSecret(trx, id, sealed);
    await storeScope(trx, id, scope);
    return requireCredential(trx, id);
  });
}

/** Sets or removes the scope of a credential. 404 for an unknown id, 422 for unknown groups. */
export async function setCredentialScope(
  { database: { db }, clock }: Pick<CredentialDeps, 'database' | 'clock'>,
  id: number,
  scope: CredentialScope | null,
): Promise<Credential> {
  return db.transaction().execute(async (trx) => {
    await requireCredential(trx, id);
    await storeScope(trx, id, scope);
    await repository.touchCredential(trx, id, clock.now());
    return requireCredential(trx, id);
  });
}

async function requireCredential(db: Db, id: number): Promise<Credential> {
  const credential = await repository.findCredential(db, id);
  if (!credential) throw notFound('credential', id);
  return credential;
}

async function storeScope(db: Db, id: number, scope: CredentialScope | null): Promise<void> {
  const { group_ids, networks } = scope ?? { group_ids: [], networks: null };
  const unknown = await findMissingIds(db, 'groups', group_ids);
  if (unknown.length > 0) throw unknownReference('group', '/scope/group_ids', unknown);
  await replaceScope(db, id, { group_ids, networks });
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
