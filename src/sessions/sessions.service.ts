import type { Database } from '../database/database.js';
import { AppError, notFound } from '../errors.js';
import type { SortedRows } from '../database/lists/sorted-list.js';
import { printable } from '../lib/text.js';
import type { Clock } from '../platform/clock.js';
import type { Caller } from '../tokens/authenticate.js';
import { tokenHash } from '../tokens/tokens.js';
import { newHalves, type Sessions } from './create-sessions.js';
import * as repository from './sessions.repository.js';
import { ENVIRONMENT_TOKEN, type SessionSort } from './sessions.js';
import type { SessionRights } from './sign-in-codes.js';

export interface SessionServiceDeps {
  database: Database;
  clock: Clock;
  sessions: Sessions;
}

const MAX_USER_AGENT = 200;
/** Of one token. More are several people with one token, or a program that signs in again and again. */
const MAX_SESSIONS = 20;

/** Where a sign-in comes from. */
export interface SignInOrigin {
  address: string;
  userAgent: string | undefined;
}

/**
 * Starts a session, and deletes those that have ended. A token has at most 20: the one that was not used for longest
 * ends. Returns its id, the value of its cookie and that of its header; neither is stored. Throws AppError
 * `unauthorized` if the session that made its code has ended.
 */
export async function startSession(
  { database: { db }, clock, sessions }: SessionServiceDeps,
  { tokenId, tokenSha256, role, parentId }: SessionRights,
  { address, userAgent }: SignInOrigin,
): Promise<{ id: number; cookie: string; header: string }> {
  const now = clock.now();
  const { cookie, header } = newHalves();
  const session = {
    cookie_sha256: tokenHash(cookie),
    header_sha256: tokenHash(header),
    token_id: tokenId,
    token_sha256: tokenSha256,
    role,
    created_at: now,
    last_used_at: now,
    expires_at: now + sessions.maxAge,
    address,
    user_agent: userAgent === undefined ? null : printable(userAgent).slice(0, MAX_USER_AGENT),
    parent_id: parentId,
  };
  // One transaction: the line of the audit log is written with the first one, and has the id of the session.
  const id = await db.transaction().execute(async (trx) => {
    await repository.deleteEndedSessions(trx, { now, idleSince: sessions.idleSince() });
    const latest = parentId === null ? Infinity : await repository.selectExpiry(trx, parentId);
    if (latest === undefined) throw parentEnded();
    const expires_at = Math.min(session.expires_at, latest);
    const id = await repository.insertSession(trx, { ...session, expires_at });
    await repository.deleteLeastUsed(trx, tokenSha256, MAX_SESSIONS);
    // The session of its code may have been the least used one.
    if ((await repository.selectExpiry(trx, id)) === undefined) throw parentEnded();
    return id;
  });
  return { id, cookie, header };
}

const parentEnded = (): AppError =>
  new AppError('unauthorized', 'The session that made this link has ended');

/** Returns a session; 404 without it. */
export async function getSession(
  { database: { db } }: Pick<SessionServiceDeps, 'database'>,
  id: number | undefined,
): Promise<repository.ListedSession> {
  if (id === undefined) throw new AppError('not_found', 'The request has no session');
  const session = await repository.selectSession(db, id);
  if (!session) throw notFound('session', id);
  return session;
}

/** Returns the session of a caller as the interface shows it, with the role that the request has; 404 without it. */
export async function getOwnSession(
  deps: Pick<SessionServiceDeps, 'database'>,
  caller: Pick<Caller, 'session_id' | 'role'> | null,
): Promise<repository.ListedSession & { token_name: string; is_current: boolean }> {
  const session = await getSession(deps, caller?.session_id);
  const { token_name: name } = session;
  const role = caller?.role ?? session.role;
  return { ...session, role, token_name: name ?? ENVIRONMENT_TOKEN, is_current: true };
}

export const listSessions = (
  { database: { db }, clock, sessions }: SessionServiceDeps,
  page: SortedRows<SessionSort>,
): Promise<{ items: repository.ListedSession[]; total: number }> =>
  repository.selectSessions(db, page, { now: clock.now(), idleSince: sessions.idleSince() });

/** Ends a session; 404 without it. */
export async function endSession(
  { database: { db } }: Pick<SessionServiceDeps, 'database'>,
  id: number | undefined,
): Promise<void> {
  if (id === undefined) throw new AppError('not_found', 'The request has no session');
  if (!(await repository.deleteSessionRow(db, id))) throw notFound('session', id);
}
