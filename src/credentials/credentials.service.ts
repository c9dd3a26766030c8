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

/** Stores a credential, its password sealed and bound to id and type. 409 when the name is taken. */
export async function createCredential(
  { database: { db }, clock, vault }: CredentialDeps,
  input: Pick<Credential, 'name' | 'type' | 'username'> & { password: string },
): Promise<Credential> {
  const { password, ...fields } = input;
  return db.transaction().execute(async (trx) => {
    const other = await repository.findCredentialByName(trx, fields.name);
    if (other)
      throw new AppError('name_taken', `The credential ${other.id} has this name`, {
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

/** 404 when there is none; 409 while an operation works with it. */
export async function deleteCredential(
  { database: { db } }: Pick<CredentialDeps, 'database'>,
  id: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const user = await repository.findUser(trx, id);
    if (user)
      throw new AppError(
        'credential_in_use',
        `The operation ${user.id} works with this credential`,
        { conflict: { id: user.id } },
      );
    if (!(await repository.deleteCredentialRow(trx, id))) throw notFound('credential', id);
  });
}

/** The type of a credential; undefined when there is none. */
export const credentialType = async (
  { database: { db } }: Pick<CredentialDeps, 'database'>,
  id: number,
): Promise<Credential['type'] | undefined> => (await repository.findCredentialType(db, id))?.type;

/** What it takes to log in. The password must get into no answer, log, event or error. */
export interface CredentialLogin {
  type: CredentialTable['type'];
  username: string;
  password: string;
}

/** Opens a credential for a log-in and notes that it was used; null when there is none of this id. */
export async function openCredential(
  { database: { db }, clock, vault }: CredentialDeps,
  id: number,
): Promise<CredentialLogin | null> {
  const row = await repository.useCredential(db, id, clock.now());
  return row
    ? {
        type: row.type,
        username: row.username,
        password: vault.open(row.secret, credentialBinding(id, row.type)),
      }
    : null;
}
