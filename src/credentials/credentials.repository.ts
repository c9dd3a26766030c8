import { sql, type Selectable } from 'kysely';
import type { Db } from '../database/database.js';
import { nameMatches, nameOrder, type NamedRows } from '../database/lists/named-list.js';
import { offsetOf } from '../http/common.js';
import type { CredentialTable, SecretColumns } from './credentials.table.js';
import type { Credential, CredentialUses } from './credentials.js';
import { findUses } from './uses.repository.js';

type Row = Omit<Credential, 'scope' | 'used_by' | 'has_sudo_password'> & {
  has_sudo_password: number;
  scope_networks: string | null;
  group_ids: string;
};

// Without `secret` and `sudo_secret`: a column that is not selected cannot leak.
const COLUMNS = [
  'id',
  'name',
  'type',
  'username',
  'fingerprint',
  'certificate_expires_at',
  sql<number>`sudo_secret IS NOT NULL`.as('has_sudo_password'),
  'created_at',
  'updated_at',
  'last_used_at',
  'scope_networks',
  sql<string>`(SELECT json_group_array(group_id ORDER BY group_id) FROM credential_groups WHERE credential_id = credentials.id)`.as(
    'group_ids',
  ),
] as const;

const toCredential = (
  { scope_networks: networks, group_ids, has_sudo_password, ...rest }: Row,
  used_by: CredentialUses,
): Credential => ({
  ...rest,
  has_sudo_password: has_sudo_password === 1,
  used_by,
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
  page: NamedRows,
): Promise<{ items: Credential[]; total: number }> {
  const items = await db
    .selectFrom('credentials')
    .select(COLUMNS)
    .where(nameMatches(page))
    .orderBy(nameOrder(page))
    .limit(page.limit)
    .offset(offsetOf(page))
    .execute();
  const { total } = await db
    .selectFrom('credentials')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where(nameMatches(page))
    .executeTakeFirstOrThrow();
  return { items: await withUses(db, items), total };
}

async function withUses(db: Db, rows: readonly Row[]): Promise<Credential[]> {
  const uses = await findUses(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => toCredential(row, uses(row.id)));
}

export async function findCredential(db: Db, id: number): Promise<Credential | undefined> {
  const row = await db
    .selectFrom('credentials')
    .select(COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst();
  const [credential] = await withUses(db, row ? [row] : []);
  return credential;
}

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

/** Changes fields; absent ones stay. Returns false for an unknown id. */
export async function updateCredentialRow(
  db: Db,
  id: number,
  { name, username }: { name?: string | undefined; username?: string | undefined },
  now: number,
): Promise<boolean> {
  const values = {
    ...(name !== undefined && { name }),
    ...(username !== undefined && { username }),
    updated_at: now,
  };
  const result = await db
    .updateTable('credentials')
    .set(values)
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Sets columns of secrets. */
export async function setSecrets(db: Db, id: number, columns: SecretColumns): Promise<void> {
  if (Object.keys(columns).length === 0) return;
  await db.updateTable('credentials').set(columns).where('id', '=', id).execute();
}

export const findSecrets = (db: Db, id: number): Promise<{ secret: Buffer }> =>
  db.selectFrom('credentials').select('secret').where('id', '=', id).executeTakeFirstOrThrow();

/** Returns a credential with its sealed secrets. */
export const findSealedCredential = (
  db: Db,
  id: number,
): Promise<
  Pick<Selectable<CredentialTable>, 'type' | 'username' | 'secret' | 'sudo_secret'> | undefined
> =>
  db
    .selectFrom('credentials')
    .select(['type', 'username', 'secret', 'sudo_secret'])
    .where('id', '=', id)
    .executeTakeFirst();

/** Records a login at `now`, Unix seconds. */
export async function setLastUsed(db: Db, id: number, now: number): Promise<void> {
  await db.updateTable('credentials').set({ last_used_at: now }).where('id', '=', id).execute();
}

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
