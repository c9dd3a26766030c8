import type { Db } from '../database/database.js';
import { isInBlocks, parseCidr } from '../platform/net/address-guard.js';
import type { LoginRole } from '../tokens/tokens.js';
import { findScopeNetworks, findScopingCredential, isInScopeGroup } from './scope.repository.js';

/** The only places where a credential may be used, by admins as well. */
export interface CredentialScope {
  group_ids: number[];
  /** addresses and CIDR blocks */
  networks: string[];
}

/** The facts that decide about a login. */
export interface CredentialUse {
  address: string;
  role: LoginRole;
  /** whether an admin has logged in with the credential to the machine that has the pinned key */
  isConfirmed: () => Promise<boolean>;
}

/** Whether a credential may be used for a login, or why not. */
type CredentialPermission = 'allowed' | 'outside_scope' | 'not_confirmed';

/**
 * Decides whether a credential may be used for a login. A scope binds everybody. Without one, an admin uses the
 * credential on any host, and an operator where an admin has used it.
 */
export async function decideUse(
  db: Db,
  id: number,
  { address, role, isConfirmed }: CredentialUse,
): Promise<CredentialPermission> {
  const networks = await findScopeNetworks(db, id);
  if (networks === null)
    return role === 'admin' || (await isConfirmed()) ? 'allowed' : 'not_confirmed';
  const isInScope =
    isInBlocks(address, networks.map(parseCidr)) || (await isInScopeGroup(db, id, address));
  return isInScope ? 'allowed' : 'outside_scope';
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
