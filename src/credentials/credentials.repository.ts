import { sql, type Selectable } from 'kysely';
import type { Db } from '../database/database.js';
import { offsetOf, type Page } from '../http/common.js';
import type { CredentialScope } from './credential-scope.js';
import type { CredentialTable } from './credentials.table.js';

/** A credential as the API returns it. `scope` null: none is set. */
export type Credential = Omit<Selectable<CredentialTable>, 'secret' | 'scope_networks'> & {
  scope: CredentialScope | null;
};

type Row = Omit<Credential, 'scope'> & { scope_networks: string | null; group_ids: string };

// Without `secret`: a column that is not selected cannot leak.
const COLUMNS = [
  'id',
  'name',
  'type',
  'username',
  'created_at',
  'updated_at',
  'last_used_at',
  'scope_networks',
  sql<string>`(SELECT json_group_array(group_id ORDER BY group_id) FROM credential_groups WHERE credential_id = credentials.id)`.as(
    'group_ids',
  ),
] as const;

const toCredential = ({ scope_networks: networks, group_ids, ...rest }: Row): Credential => ({
  ...rest,
  scope:
    networks === null
      ? null
      : {
          group_ids: JSON.parse(group_ids) as number[],
          networks: JSON.parse(networks) as string[],
        },
});

export async function selectCredentials(
  db: Db,
  page: Page,
): Promise<{ items: Credential[]; total: number }> {
  const items = await db
    .selectFrom('credentials')
    .select(COLUMNS)
    .orderBy('id')
    .limit(page.limit)
    .offset(offsetOf(page))
    .execute();
  const { total } = await db
    .selectFrom('credentials')
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { items: items.map(toCredential), total };
}

export async function findCredential(db: Db, id: number): Promise<Credential | undefined> {
  const row = await db
    .selectFrom('credentials')
    .select(COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toCredential(row);
}

export const findCredentialByName = (db: Db, name: string): Promise<{ id: number } | undefined> =>
  db.selectFrom('credentials').select('id').where('name', '=', name).executeTakeFirst();

/** Inserts a credential without its secret: sealing needs the id. */
export const insertCredential = (
  db: Db,
  c: Pick<Credential, 'name' | 'type' | 'username'>,
  now: number,
): Promise<{ id: number }> =>
  db
    .insertInto('credentials')
    .values({ ...c, secret: Buffer.alloc(0), created_at: now, updated_at: now, last_used_at: null })
    .returning('id')
    .executeTakeFirstOrThrow();

export async function touchCredential(db: Db, id: number, now: number): Promise<void> {
  await db.updateTable('credentials').set({ updated_at: now }).where('id', '=', id).execute();
}

export async function setSecret(db: Db, id: number, secret: Buffer): Promise<void> {
  await db.updateTable('credentials').set({ secret }).where('id', '=', id).execute();
}

/** Returns the sealed secret of a credential and records its use at `now`. */
export const useCredential = (
  db: Db,
  id: number,
  now: number,
): Promise<Pick<CredentialTable, 'type' | 'username' | 'secret'> | undefined> =>
  db
    .updateTable('credentials')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .returning(['type', 'username', 'secret'])
    .executeTakeFirst();

export const findCredentialType = (
  db: Db,
  id: number,
): Promise<{ type: CredentialTable['type'] } | undefined> =>
  db.selectFrom('credentials').select('type').where('id', '=', id).executeTakeFirst();

/** Returns a running operation that uses the credential. */
export const findRunningOperation = (db: Db, id: number): Promise<{ id: number } | undefined> =>
  db
    .selectFrom('agent_operations')
    .select('id')
    .where('credential_id', '=', id)
    .where('status', '=', 'working')
    .executeTakeFirst();

/** Returns false for an unknown id. */
export async function deleteCredentialRow(db: Db, id: number): Promise<boolean> {
  const result = await db.deleteFrom('credentials').where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows > 0n;
}
