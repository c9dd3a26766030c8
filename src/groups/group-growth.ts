import { findScopingGroup } from '../credentials/credential-scope.js';
import type { Db } from '../database/database.js';
import { AppError } from '../errors.js';
import type { LoginRole } from '../tokens/tokens.js';
import * as repository from './groups.repository.js';

/*
 * Groups decide where passwords are sent: they are in scopes of credentials, and give templates their
 * hosts. The hosts that an operator adds must not get the rights of the admin who set up either.
 */

/**
 * Call it in the transaction in which these groups gain hosts. 403 if an operator adds them to a group in
 * the scope of a credential. Templates with these groups lose the rights of an admin.
 */
export async function assertMayGrow(
  trx: Db,
  groupIds: readonly number[],
  role: LoginRole,
): Promise<void> {
  if (role === 'admin' || groupIds.length === 0) return;
  const scoping = await findScopingGroup(trx, groupIds);
  if (scoping) throw adminOnly(scoping, 'only an admin can add hosts to it');
  await repository.demoteTemplatesOfGroups(trx, groupIds);
}

/**
 * Call it in the transaction in which a host gets another address. 403 if an operator does that to a host
 * of a group in the scope of a credential. The host's templates lose the rights of an admin.
 */
export async function assertMayMove(trx: Db, hostId: number, role: LoginRole): Promise<void> {
  if (role === 'admin') return;
  const groupIds = await repository.findGroupsOfHost(trx, hostId);
  const scoping = await findScopingGroup(trx, groupIds);
  if (scoping) throw adminOnly(scoping, 'only an admin can change the addresses of its hosts');
  await repository.demoteTemplatesOfGroups(trx, groupIds);
  await repository.demoteTemplatesOfHost(trx, hostId);
}

const adminOnly = (
  { group_id, credential_id }: { group_id: number; credential_id: number },
  rule: string,
): AppError =>
  new AppError(
    'forbidden',
    `Group ${group_id} is in the scope of credential ${credential_id}: ${rule}`,
  );
