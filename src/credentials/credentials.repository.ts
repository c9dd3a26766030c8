import type { Db } from '../database/database.js';
import { offsetOf, type Page } from '../http/common.js';
import type { CredentialTable } from './credentials.table.js';

export type Credential = Omit<CredentialTable, 'id' | 'secret'> & { id: number };

// Without `secret`: a column that is not selected cannot leak.
const COLUMNS = [
  'id',
  'name',
  'type',
  'username',
  'created_at',
  'updated_at',
  'last_used_at',
] as const;

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
  return { items, total };
}

export const findCredentialByName = (db: Db, name: string): Promise<{ id: number } | undefined> =>
  db.selectFrom('credentials').select('id').where('name', '=', name).executeTakeFirst();

/** Inserts a credential without its secret: sealing needs the id. */
export const insertCredential = (
  db: Db,
  c: Pick<Credential, 'name' | 'type' | 'username'>,
  now: number,
): Promise<Credential> =>
  db
    .insertInto('credentials')
    .values({ ...c, secret: Buffer.alloc(0), created_at: now, updated_at: now, last_used_at: null })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();

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
