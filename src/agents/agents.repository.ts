import type { Db } from '../database/database.js';
import type { AgentTable, OsFamily, ServiceManager } from './agents.table.js';

/** The facts stored when an install or update is verified. `now`: Unix seconds. */
export interface VerifiedInstall {
  version: string;
  serviceManager: ServiceManager;
  now: number;
}

/** Returns the agent of a host and the host's status. */
export const findAgent = (db: Db, hostId: number) =>
  db
    .selectFrom('agents')
    .innerJoin('hosts', 'hosts.id', 'agents.host_id')
    .selectAll('agents')
    .select('hosts.status')
    .where('host_id', '=', hostId)
    .executeTakeFirst();

export async function findHostIp(db: Db, hostId: number): Promise<string | undefined> {
  const host = await db
    .selectFrom('hosts')
    .select('ip')
    .where('id', '=', hostId)
    .executeTakeFirst();
  return host?.ip;
}

/** Returns the hashes of a host's active and pending token. */
export const findTokenHashes = (
  db: Db,
  hostId: number,
): Promise<Pick<AgentTable, 'token_sha256' | 'new_token_sha256'> | undefined> =>
  db
    .selectFrom('agents')
    .select(['token_sha256', 'new_token_sha256'])
    .where('host_id', '=', hostId)
    .executeTakeFirst();

/** Stores the token of an install or update as pending. It is accepted at once, as is the active token. */
export async function storePendingToken(
  trx: Db,
  hostId: number,
  osFamily: OsFamily,
  sha256: Buffer,
): Promise<void> {
  const pending = { os_family: osFamily, new_token_sha256: sha256 };
  await trx
    .insertInto('agents')
    .values({ host_id: hostId, ...pending })
    .onConflict((c) => c.column('host_id').doUpdateSet(pending))
    .execute();
}

/**
 * Makes the pending token of a verified agent the active one; the former token becomes invalid. Returns
 * false if another token was issued since.
 */
export async function promoteToken(
  trx: Db,
  hostId: number,
  sha256: Buffer,
  { version, serviceManager, now }: VerifiedInstall,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('agents')
    .set((e) => ({
      token_sha256: e.ref('new_token_sha256'),
      new_token_sha256: null,
      machine_id: null,
      host_name: null,
      conflict_at: null,
      version,
      service_manager: serviceManager,
      installed_at: e.fn.coalesce('installed_at', e.val(now)),
      last_seen: e.fn.coalesce('last_seen', e.val(now)),
    }))
    .where('host_id', '=', hostId)
    .where('new_token_sha256', '=', sha256)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Invalidates the pending token of a failed install or update; the active token stays valid. */
export async function revokePendingToken(trx: Db, hostId: number): Promise<void> {
  await trx
    .updateTable('agents')
    .set({ new_token_sha256: null })
    .where('host_id', '=', hostId)
    .execute();
}

/** Invalidates all tokens of a removed agent. */
export async function revokeTokens(trx: Db, hostId: number): Promise<void> {
  await trx
    .updateTable('agents')
    .set({
      token_sha256: null,
      new_token_sha256: null,
      version: null,
      service_manager: null,
      installed_at: null,
    })
    .where('host_id', '=', hostId)
    .execute();
}
