import type { NamedRows } from '../database/lists/named-list.js';
import { findTakenName } from '../database/lists/taken-name.js';
import type { Database, Db } from '../database/database.js';
import type { Clock } from '../platform/clock.js';
import { findMissingIds } from '../database/missing-ids.js';
import { AppError, nameTaken, notFound, unknownReference } from '../errors.js';
import { createSshKey } from '../platform/ssh/keys/ssh-key.js';
import type { CredentialLogin } from './credential-login.js';
import type { CredentialScope } from './credential-scope.js';
import * as repository from './credentials.repository.js';
import type { Credential } from './credentials.js';
import type { CredentialType } from './credentials.table.js';
import { foreignFields } from './secrets/secret-fields.js';
import { changeSecrets, type NewSecrets } from './secrets/change-secrets.js';
import { readPrivateKey, type StoredKey } from './secrets/credential-secrets.js';
import { credentialBinding, sudoBinding, type Vault } from './vault.js';
import { replaceScope } from './scope.repository.js';

export interface CredentialDeps {
  database: Database;
  clock: Clock;
  vault: Vault;
}

export const listCredentials = (
  { database: { db } }: Pick<CredentialDeps, 'database'>,
  page: NamedRows,
): Promise<{ items: Credential[]; total: number }> => repository.selectCredentials(db, page);

/** Returns a credential. 404 for an unknown id. */
export const getCredential = (
  { database: { db } }: Pick<CredentialDeps, 'database'>,
  id: number,
): Promise<Credential> => requireCredential(db, id);

/** The secrets of a request. A passphrase is used once, and not stored. */
type SecretFields = NewSecrets & { passphrase?: string | undefined };

type NewCredential = Pick<Credential, 'name' | 'type' | 'username'> &
  SecretFields & { scope?: CredentialScope | null | undefined };

/**
 * Stores a credential; its secrets are sealed and bound to id and type. 409 if the name is taken, 422 for
 * unknown groups, and for a key or certificate that cannot be used.
 */
export async function createCredential(
  deps: CredentialDeps,
  input: NewCredential,
): Promise<Credential> {
  const { database, clock } = deps;
  const { name, type, username, scope = null } = input;
  const secrets = await readSecrets(input);
  return database.db.transaction().execute(async (trx) => {
    await assertNameIsFree(trx, name);
    const { id } = await repository.insertCredential(trx, { name, type, username }, clock.now());
    await repository.setSecrets(trx, id, changeSecrets(deps, { id, type }, secrets));
    await storeScope(trx, id, scope);
    return requireCredential(trx, id);
  });
}

/** A change of a credential: absent fields stay as they are. */
export type CredentialChange = Partial<NewCredential>;

/**
 * Changes a credential. 404 for an unknown id, 409 if the name is taken, 422 for another type, for unknown groups,
 * and for secrets that cannot be used.
 */
export async function updateCredential(
  deps: CredentialDeps,
  id: number,
  change: CredentialChange,
): Promise<Credential> {
  const { database, clock } = deps;
  const type = await credentialType(deps, id);
  if (type === undefined) throw notFound('credential', id);
  assertFieldsFit(type, change);
  const secrets = await readSecrets(change);
  const changed = await database.db.transaction().execute(async (trx) => {
    if (change.name !== undefined)
      await assertNameIsFree(trx, change.name, await requireCredential(trx, id));
    const isFound = await repository.updateCredentialRow(trx, id, change, clock.now());
    if (!isFound) throw notFound('credential', id);
    const sealed = await repository.findSecrets(trx, id);
    await repository.setSecrets(trx, id, changeSecrets(deps, { id, type, ...sealed }, secrets));
    if (change.scope !== undefined) await storeScope(trx, id, change.scope);
    return requireCredential(trx, id);
  });
  const hasNewSecrets = Object.values(secrets).some((secret) => secret !== undefined);
  if (hasNewSecrets) await database.eraseLog(); // it has the page with the former secret
  return changed;
}

/** Decrypts the key among the secrets, which takes long: before the transaction. */
async function readSecrets({
  password,
  private_key,
  passphrase,
  certificate,
  sudo_password,
}: SecretFields): Promise<NewSecrets> {
  const pem = private_key === undefined ? undefined : await readPrivateKey(private_key, passphrase);
  return { password, private_key: pem, certificate, sudo_password };
}

/** @param own the credential that gets the name */
async function assertNameIsFree(db: Db, name: string, own?: Credential): Promise<void> {
  const other = await findTakenName(db, 'credentials', name, own);
  if (other !== undefined) throw nameTaken('credential', other);
}

function assertFieldsFit(type: CredentialType, change: CredentialChange): void {
  if (change.type !== undefined && change.type !== type)
    throw mismatch('/type', 'cannot be changed', type);
  const [wrong] = foreignFields(type, change);
  if (wrong !== undefined) throw mismatch(`/${wrong}`, `is not a field of ${type}`, type);
}

const mismatch = (path: string, message: string, type: CredentialType): AppError =>
  new AppError(
    'credential_type_fixed',
    `The credential has the type ${type}: ${path.slice(1)} ${message}`,
    {
      errors: [{ in: 'body', path, message }],
    },
  );

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

/** Throws 422 for an unknown credential; `path` is the JSON pointer of the id. */
export async function requireReferenced(db: Db, id: number, path: string): Promise<void> {
  if ((await findMissingIds(db, 'credentials', [id])).length > 0)
    throw unknownReference('credential', path, [id]);
}

/** Returns the type of a credential; undefined for an unknown id. */
export const credentialType = async (
  { database: { db } }: { database: Pick<Database, 'db'> },
  id: number,
): Promise<Credential['type'] | undefined> => (await repository.findCredentialType(db, id))?.type;

/** Records that a login with a credential succeeded. */
export const recordCredentialUse = (
  { database: { db }, clock }: Pick<CredentialDeps, 'database' | 'clock'>,
  id: number,
): Promise<void> => repository.setLastUsed(db, id, clock.now());

/** Decrypts a credential for a login; null for an unknown id. Throws if its secret cannot be decrypted. */
export async function openCredential(
  { database: { db }, vault }: Pick<CredentialDeps, 'database' | 'vault'>,
  id: number,
): Promise<CredentialLogin | null> {
  const row = await repository.findSealedCredential(db, id);
  if (!row) return null;
  const { type, username, secret, sudo_secret: sudo } = row;
  const opened = vault.open(secret, credentialBinding(id, type));
  if (type === 'winrm_password') return { type, username, password: opened };
  const sudoPassword = sudo === null ? null : vault.open(sudo, sudoBinding(id));
  if (type === 'ssh_password') return { type, username, sudoPassword, password: opened };
  const { private_key, certificate } = JSON.parse(opened) as StoredKey;
  return { type, username, sudoPassword, key: createSshKey(private_key, certificate) };
}
