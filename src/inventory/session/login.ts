import {
  credentialType,
  openCredential,
  recordCredentialUse,
  type CredentialDeps,
} from '../../credentials/credentials.service.js';
import { keyKindOfType, type CredentialLogin } from '../../credentials/credential-login.js';
import type { HostKey } from '../../platform/ssh/host-key.js';
import type { LoginRole } from '../../tokens/tokens.js';
import { sessionFailure } from './failures.js';
import type { SessionKeys } from './session-keys.js';

/** A login on a host. Its secrets must not appear in responses, logs or errors. */
export type Login = CredentialLogin & LoginConditions;

export interface LoginConditions {
  /** the only key that the host may present; null: none is pinned */
  pinned: HostKey | null;
  role: LoginRole;
  credentialId: number;
  /** records that the login succeeded */
  recordUse: () => Promise<void>;
}

/** The credential of a login, where it is used, and with whose rights. */
interface LoginRequest {
  credentialId: number;
  address: string;
  role: LoginRole;
}

const UNREADABLE = 'The secret of the credential cannot be decrypted; store it again.';

interface LoginDeps extends CredentialDeps {
  hostKeys: Pick<SessionKeys, 'permit'>;
}

/**
 * Opens a credential; null when it does not exist. Rejects with SessionFailure if it may not be used on this host,
 * or cannot be decrypted.
 */
export async function buildLogin(
  deps: LoginDeps,
  { credentialId, address, role }: LoginRequest,
): Promise<Login | null> {
  const type = await credentialType(deps, credentialId);
  if (type === undefined) return null;
  const kind = keyKindOfType(type);
  const permission = await deps.hostKeys.permit({ credentialId, address, kind, role });
  if (!permission.isAllowed) throw sessionFailure('credential_not_allowed', permission.detail);
  const credential = await openCredential(deps, credentialId).catch(() => {
    throw sessionFailure('credential_unreadable', UNREADABLE);
  });
  const recordUse = (): Promise<void> => recordCredentialUse(deps, credentialId);
  return credential && { ...credential, pinned: permission.pinned, role, credentialId, recordUse };
}
