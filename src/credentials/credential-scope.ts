import type { Db } from '../database/database.js';
import { isInBlocks, parseCidr } from '../platform/net/address-guard.js';
import type { LoginRole } from '../tokens/tokens.js';
import { findScopeNetworks, findScopingCredential, isInScopeGroup } from './scope.repository.js';

/** Where operators may use a credential, besides hosts whose key an admin has confirmed. */
export interface CredentialScope {
  group_ids: number[];
  /** addresses and CIDR blocks */
  networks: string[];
}

/** The facts that decide about a login. */
export interface CredentialUse {
  address: string;
  role: LoginRole;
  /** whether an admin has confirmed the key that the host must present */
  isConfirmed: boolean;
}

/**
 * Whether a credential may be used for a login: by an admin always, otherwise on hosts with a confirmed
 * key and in the credential's scope.
 */
export async function isCredentialAllowed(
  db: Db,
  id: number,
  { address, role, isConfirmed }: CredentialUse,
): Promise<boolean> {
  if (role === 'admin' || isConfirmed) return true;
  const networks = await findScopeNetworks(db, id);
  if (isInBlocks(address, networks.map(parseCidr))) return true;
  return isInScopeGroup(db, id, address);
}

/**
 * Returns a group of these that is in the scope of a credential, and the credential; undefined: none is.
 * Only an admin adds hosts to such a group, or changes the addresses of its hosts.
 */
export const findScopingGroup = (
  db: Db,
  groupIds: readonly number[],
): Promise<{ group_id: number; credential_id: number } | undefined> =>
  findScopingCredential(db, groupIds);
