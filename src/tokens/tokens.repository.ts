import type { Db } from '../database/database.js';
import { nameMatches, nameOrder, type NamedRows } from '../database/lists/named-list.repository.js';
import { offsetOf } from '../http/common.js';
import type { Token } from './tokens.js';
import type { Role } from './tokens.table.js';

const COLUMNS = ['id', 'name', 'role', 'created_at', 'expires_at', 'last_used_at'] as const;

export interface NewToken {
  name: string;
  role: Role;
  sha256: Buffer;
  created_at: number;
  expires_at: number | null;
}

export const insertToken = (db: Db, token: NewToken): Promise<Token> =>
  db
    .insertInto('tokens')
    .values({ ...token, last_used_at: null })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();

export async function selectTokens(
  db: Db,
  page: NamedRows,
): Promise<{ items: Token[]; total: number }> {
  const items = await db
    .selectFrom('tokens')
    .select(COLUMNS)
    .where(nameMatches(page))
    .orderBy(nameOrder(page))
    .limit(page.limit)
    .offset(offsetOf(page))
    .execute();
  const { total } = await db
    .selectFrom('tokens')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where(nameMatches(page))
    .executeTakeFirstOrThrow();
  return { items, total };
}

/** Returns false if there is no such token. */
export async function deleteTokenRow(db: Db, id: number): Promise<boolean> {
  const deleted = await db.deleteFrom('tokens').where('id', '=', id).executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}
