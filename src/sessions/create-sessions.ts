import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { ClockWatch } from '../clock/clock-watch.js';
import type { Config } from '../config.js';
import type { Database } from '../database/database.js';
import { writeTransaction } from '../database/write-transaction.js';
import { AppError } from '../errors.js';
import type { Clock } from '../platform/clock.js';
import type { Authenticator, Caller } from '../tokens/authenticate.js';
import { lowerRole, newSecretText, tokenHash } from '../tokens/tokens.js';
import type { Role } from '../tokens/tokens.table.js';
import { SECONDS_PER_DAY } from '../lib/times.js';
import { cookieName, readCookie } from './cookie.js';
import { isSameOrigin } from './same-origin.js';
import { createSessionStatements, type StoredSession } from './sessions.statements.js';
import { createSignInCodes, type SessionRights } from './sign-in-codes.js';

/** The header that carries the second half of a session. */
const SESSION_HEADER = 'hostwarden-session';

export interface SessionDeps {
  config: Pick<
    Config,
    'DATA_DIR' | 'PUBLIC_URL' | 'SESSION_IDLE_HOURS' | 'SESSION_MAX_DAYS' | 'API_TOKEN'
  >;
  database: Database;
  clock: Clock;
  clockWatch: Pick<ClockWatch, 'onSetBack'>;
  authenticator: Authenticator;
}

/** Sessions of the console: what requests need of them. */
export interface Sessions {
  cookieName: string;
  /** seconds */
  maxAge: number;
  /** Returns the time that no active session was last used before (Unix seconds). */
  idleSince: () => number;
  /**
   * Returns the caller of a request with a session, or the error of a session that is not accepted; undefined: the
   * request has no half of one that a page could have sent.
   */
  findCaller: (request: FastifyRequest) => Caller | AppError | undefined;
  /** Returns the given ids of sessions that have not ended. The rights of their token are not examined. */
  findActive: (ids: Iterable<number>) => Set<number>;
  /** Returns the rights of a token; null if the token is unknown or expired. */
  rightsOfToken: (text: string) => SessionRights | null;
  /** Returns the rights of a code of a link, once; null if it is unknown, used or expired. */
  rightsOfCode: (code: string) => SessionRights | null;
  /** Returns a code for a link that starts a session with at most this role; null: the caller has no token any more. */
  issueCode: (
    caller: Pick<Caller, 'id' | 'role' | 'session_id'>,
    role: Role,
  ) => { code: string; expires_at: number } | null;
}

/** `last_used_at` is not written more often than this, seconds. */
const USED_INTERVAL = 60;
const HOUR_SECONDS = 3600;

const ended = (): AppError => new AppError('unauthorized', 'The session has ended; sign in again');

// A full disk must not reject a request because the time of use cannot be written.
function markUsed(
  statements: ReturnType<typeof createSessionStatements>,
  id: number,
  now: number,
): void {
  try {
    statements.markUsed(id, now);
  } catch {
    /* the next request tries again */
  }
}

/** Creates the sessions of the console. */
export function createConsoleSessions({
  config,
  database,
  clock,
  clockWatch,
  authenticator,
}: SessionDeps): Sessions {
  const statements = createSessionStatements(database.sqlite);
  const codes = createSignInCodes(clock);
  const name = cookieName(config.DATA_DIR);
  const apiTokenHash = config.API_TOKEN === undefined ? null : tokenHash(config.API_TOKEN);
  const idleSince = (): number => clock.now() - config.SESSION_IDLE_HOURS * HOUR_SECONDS;

  function toCaller(session: StoredSession): Caller | AppError {
    const now = clock.now();
    if (session.expires_at <= now || session.last_used_at <= idleSince()) return ended();
    const token = authenticator.findByHash(session.token_sha256);
    if (!token) return ended();
    if (now - session.last_used_at >= USED_INTERVAL) markUsed(statements, session.id, now);
    return { ...token, role: lowerRole(token.role, session.role), session_id: session.id };
  }

  const maxAge = config.SESSION_MAX_DAYS * SECONDS_PER_DAY;
  clockWatch.onSetBack((now) =>
    writeTransaction(database, () => statements.correct(now, now + maxAge)),
  );
  const findActive = (ids: Iterable<number>): Set<number> =>
    new Set(statements.findActive([...ids], clock.now(), idleSince()));
  const isActive = (id: number): boolean => findActive([id]).has(id);

  return {
    cookieName: name,
    maxAge,
    idleSince,
    findCaller({ headers, host }) {
      const half = headers[SESSION_HEADER];
      if (headers.authorization !== undefined || typeof half !== 'string') return undefined;
      if (!isSameOrigin({ ...headers, host }, config.PUBLIC_URL)) return foreign();
      const cookie = readCookie(headers.cookie, name);
      const session = cookie === undefined ? undefined : statements.find(tokenHash(cookie));
      if (!session || !timingSafeEqual(session.header_sha256, tokenHash(half))) return ended();
      return toCaller(session);
    },
    findActive,
    rightsOfToken(text) {
      const caller = authenticator.authenticate(text);
      const { id: tokenId = null, role } = caller ?? {};
      return role ? { tokenId, tokenSha256: tokenHash(text), role, parentId: null } : null;
    },
    rightsOfCode(code) {
      const rights = codes.redeem(code);
      if (!rights || !authenticator.findByHash(rights.tokenSha256)) return null;
      return rights.parentId === null || isActive(rights.parentId) ? rights : null;
    },
    issueCode({ id: tokenId, role: highest, session_id: parentId = null }, role) {
      const tokenSha256 = tokenId === null ? apiTokenHash : statements.findTokenHash(tokenId);
      if (!tokenSha256) return null;
      return codes.issue({ tokenId, tokenSha256, role: lowerRole(highest, role), parentId });
    },
  };
}

/** Returns the error for a request that a page of another origin sent. */
export const foreign = (): AppError =>
  new AppError('forbidden', 'Requests of pages of another origin are not allowed');

/** Returns the two secrets of a new session. */
export const newHalves = (): { cookie: string; header: string } => ({
  cookie: newSecretText('hwsc'),
  header: newSecretText('hwsh'),
});
