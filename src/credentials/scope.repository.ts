import { sql } from 'kysely';
import type { Db } from '../database/database.js';
import { idList } from '../database/missing-ids.js';

/** Returns the networks of a credential's scope; null: it has none, or the id is unknown. */
export async function findScopeNetworks(db: Db, id: number): Promise<string[] | null> {
  const row = await db
    .selectFrom('credentials')
    .select('scope_networks')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.scope_networks == null ? null : (JSON.parse(row.scope_networks) as string[]);
}

/** Whether a host with this address is in a group of a credential's scope. */
export async function isInScopeGroup(db: Db, id: number, address: string): Promise<boolean> {
  const row = await db
    .selectFrom('credential_groups as c')
    .innerJoin('group_hosts as g', 'g.group_id', 'c.group_id')
    .innerJoin('hosts as h', 'h.id', 'g.host_id')
    .select('h.id')
    .where('c.credential_id', '=', id)
    .where('h.ip', '=', address)
    .executeTakeFirst();
  return row !== undefined;
}

export const findScopingCredential = (
  db: Db,
  groupIds: readonly number[],
): Promise<{ group_id: number; credential_id: number } | undefined> =>
  db
    .selectFrom('credential_groups')
    .select(['group_id', 'credential_id'])
    .where('group_id', 'in', idList(groupIds))
    .orderBy('group_id')
    .executeTakeFirst();

/** Replaces the scope of a credential. `networks` null: no scope is set. */
export async function replaceScope(
  db: Db,
  id: number,
  scope: { group_ids: readonly number[]; networks: readonly string[] | null },
): Promise<void> {
  const { group_ids, networks } = scope;
  await db
    .updateTable('credentials')
    .set({ scope_networks: networks === null ? null : JSON.stringify(networks) })
    .where('id', '=', id)
    .execute();
  await db.deleteFrom('credential_groups').where('credential_id', '=', id).execute();
  await sql`INSERT OR IGNORE INTO credential_groups (credential_id, group_id) SELECT ${id}, value FROM json_each(${JSON.stringify(group_ids)})`.execute(
    db,
  );
}
