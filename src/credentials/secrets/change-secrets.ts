import type { Clock } from '../../platform/clock.js';
import type { CredentialType, SecretColumns } from '../credentials.table.js';
import { credentialBinding, sudoBinding, type Vault } from '../vault.js';
import { checkKey, type StoredKey } from './credential-secrets.js';

/** New secrets of a credential; undefined: as before. */
export interface NewSecrets {
  password?: string | undefined;
  /** decrypted; see readPrivateKey */
  private_key?: string | undefined;
  certificate?: string | null | undefined;
  sudo_password?: string | null | undefined;
}

interface SealedCredential {
  id: number;
  type: CredentialType;
  /** absent for a new credential */
  secret?: Buffer;
}

interface SecretDeps {
  vault: Vault;
  clock: Pick<Clock, 'now'>;
}

/** Returns the columns that change with the secrets of a credential. 422 for a certificate that cannot be used. */
export function changeSecrets(
  { vault, clock }: SecretDeps,
  credential: SealedCredential,
  secrets: NewSecrets,
): SecretColumns {
  const { id, type, secret } = credential;
  const { password, sudo_password: sudo } = secrets;
  const binding = credentialBinding(id, type);
  const sudoColumn =
    sudo === undefined
      ? {}
      : { sudo_secret: sudo === null ? null : vault.seal(sudo, sudoBinding(id)) };
  if (type !== 'ssh_key')
    return {
      ...sudoColumn,
      ...(password !== undefined && { secret: vault.seal(password, binding) }),
    };
  if (secrets.private_key === undefined && secrets.certificate === undefined) return sudoColumn;
  const before = secret && (JSON.parse(vault.open(secret, binding)) as StoredKey);
  const key = mergeKey(before, secrets);
  const facts = checkKey(key, clock.now());
  return { ...sudoColumn, ...facts, secret: vault.seal(JSON.stringify(key), binding) };
}

function mergeKey(
  before: StoredKey | undefined,
  { private_key, certificate }: NewSecrets,
): StoredKey {
  return {
    private_key: private_key ?? before?.private_key ?? '',
    certificate: (certificate === undefined ? before?.certificate : certificate) ?? null,
  };
}
