import { sql } from 'kysely';
import type { Db } from '../database/database.js';
import { sortOrder, textMatches, type SortedRows } from '../database/lists/sorted-list.js';
import { offsetOf } from '../http/common.js';
import type { Role } from '../tokens/tokens.table.js';
import { ENVIRONMENT_TOKEN, type SessionSort } from './sessions.js';

/** A session as it is listed. `token_name` is null for API_TOKEN. */
export interface ListedSession {
  id: number;
  token_id: number | null;
  token_name: string | null;
  role: Role;
  created_at: number;
  last_used_at: number;
  expires_at: number;
  address: string;
  user_agent: string | null;
}

export interface NewSession extends Omit<ListedSession, 'id' | 'token_name'> {
  cookie_sha256: Buffer;
  header_sha256: Buffer;
  token_sha256: Buffer;
  parent_id: number | null;
}

/** Sessions that have ended in one of the ways that leave their row: by time, or without use. */
export interface EndedBefore {
  now: number;
  idleSince: number;
}

const listed = (db: Db) =>
  db
    .selectFrom('sessions')
    .leftJoin('tokens', 'tokens.id', 'sessions.token_id')
    .select([
      'sessions.id',
      'sessions.token_id',
      'tokens.name as token_name',
      'sessions.role',
      'sessions.created_at',
      'sessions.last_used_at',
      'sessions.expires_at',
      'sessions.address',
      'sessions.user_agent',
    ]);

/** Stores a session. Returns its id. */
export async function insertSession(db: Db, session: NewSession): Promise<number> {
  const { id } = await db
    .insertInto('sessions')
    .values(session)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const selectSession = (db: Db, id: number): Promise<ListedSession | undefined> =>
  listed(db).where('sessions.id', '=', id).executeTakeFirst();

const TOKEN_NAME = sql`coalesce(tokens.name, ${ENVIRONMENT_TOKEN})`;
const ORDERS = {
  id: sql`sessions.id`,
  token_name: sql`${TOKEN_NAME} COLLATE NOCASE`,
  address: sql`sessions.address`,
  last_used_at: sql`sessions.last_used_at`,
  expires_at: sql`sessions.expires_at`,
};

/** Lists the sessions that have not ended. */
export async function selectSessions(
  db: Db,
  page: SortedRows<SessionSort>,
  { now, idleSince }: EndedBefore,
): Promise<{ items: ListedSession[]; total: number }> {
  const texts = [TOKEN_NAME, sql`sessions.address`, sql`sessions.user_agent`];
  const matching = listed(db)
    .where('sessions.expires_at', '>', now)
    .where('sessions.last_used_at', '>', idleSince)
    .where(textMatches(page, texts));
  const items = await matching
    .orderBy(sortOrder(page, ORDERS, sql`sessions.id`))
    .limit(page.limit)
    .offset(offsetOf(page))
    .execute();
  const { total } = await matching
    .clearSelect()
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { items, total };
}

/** Returns false if there is no such session. */
export async function deleteSessionRow(db: Db, id: number): Promise<boolean> {
  const deleted = await db.deleteFrom('sessions').where('id', '=', id).executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}

/** Returns when a session ends at the latest (Unix seconds); undefined without it. */
export const selectExpiry = async (db: Db, id: number): Promise<number | undefined> => {
  const row = await db
    .selectFrom('sessions')
    .select('expires_at')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.expires_at;
};

/** Deletes the sessions of a token except those that were used last. */
export async function deleteLeastUsed(db: Db, tokenSha256: Buffer, kept: number): Promise<void> {
  const rows = await db
    .selectFrom('sessions')
    .select('id')
    .where('token_sha256', '=', tokenSha256)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(-1)
    .offset(kept)
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await db.deleteFrom('sessions').where('id', 'in', ids).execute();
}

/** Deletes the rows of sessions that have ended. */
export async function deleteEndedSessions(db: Db, { now, idleSince }: EndedBefore): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((e) => e.or([e('expires_at', '<=', now), e('last_used_at', '<=', idleSince)]))
    .execute();
}
