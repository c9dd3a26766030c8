import type { Db } from '../../database/database.js';
import { findTokenHashes, promoteToken } from '../agents.repository.js';
import type { RemoteHostFacts } from './remote/remote-host.js';

/**
 * Resolves the state that an interrupted operation left, by the tokens found on the host. If the new
 * agent is installed there, its pending token becomes the active one. Otherwise, if only the agent that
 * was moved aside has the active token, that agent is to be kept (`shouldKeepOld`). Call it inside a
 * transaction.
 * @param now Unix seconds
 */
export async function reconcileToken(
  trx: Db,
  hostId: number,
  facts: RemoteHostFacts,
  now: number,
): Promise<{ shouldKeepOld: boolean }> {
  const stored = await findTokenHashes(trx, hostId);
  const active = stored?.token_sha256?.toString('hex') ?? null;
  const pending = stored?.new_token_sha256 ?? null;
  const installed = facts.tokenSha256;
  if (pending !== null && installed === pending.toString('hex')) {
    await promoteToken(trx, hostId, pending, {
      version: facts.version ?? '',
      serviceManager: facts.manager ?? 'windows',
      now,
    });
    return { shouldKeepOld: false };
  }
  const isOldActive = active !== null && facts.oldTokenSha256 === active;
  return { shouldKeepOld: installed !== active && isOldActive };
}
