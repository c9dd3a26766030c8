import { timingSafeEqual } from 'node:crypto';
import type { Sqlite } from '../database/sqlite.js';
import type { Clock } from '../platform/clock.js';
import { tokenHash, tokenKey, type Token } from './tokens.js';
import { createTokenStatements } from './tokens.statements.js';

/** The token of a request. `id` is null for API_TOKEN, which is not stored. */
export type Caller = Omit<Token, 'id'> & {
  id: number | null;
  /** of a request of the console: its session */
  session_id?: number;
};

export interface Authenticator {
  /** Returns the owner of a token; null if the token is unknown or expired. */
  authenticate: (text: string) => Caller | null;
  /** Returns the owner of a token by its hash; null if the token is unknown or expired. */
  findByHash: (sha256: Buffer) => Caller | null;
  /** Returns the token ids that are neither revoked nor expired, and null, the id of API_TOKEN. */
  findActive: (ids: Iterable<number | null>) => Set<number | null>;
  /** Drops cached tokens: changed tokens take effect with the next request. */
  clearCache: () => void;
}

export interface AuthenticatorDeps {
  sqlite: Sqlite;
  clock: Clock;
  /** the configured administrator token */
  apiToken: string | undefined;
}

/** `last_used_at` is not written more often than this, seconds. */
const USED_INTERVAL = 60;
const MAX_CACHED = 1000;

/**
 * Creates the authenticator of the API. Tokens are looked up by hash, so that the response time reveals
 * nothing about the stored tokens. They are cached for one second, because a lookup costs as much as the
 * rest of a small request: changes by another program take effect after a second.
 */
export function createAuthenticator({ sqlite, clock, apiToken }: AuthenticatorDeps): Authenticator {
  const statements = createTokenStatements(sqlite);
  const cache = new Map<string, Token>();
  const findApiCaller = createApiTokenCheck(apiToken, clock.now());
  let cachedAt = clock.now();

  function recordUse(token: Token, now: number): Token {
    const isRecent = Math.abs(now - (token.last_used_at ?? -Infinity)) < USED_INTERVAL;
    if (isRecent) return token;
    ignoreErrors(() => statements.markUsed(token.id, now));
    return { ...token, last_used_at: now };
  }

  return {
    authenticate(text) {
      if (text.length > 256) return null;
      const key = tokenKey(text);
      const now = clock.now();
      if (now !== cachedAt || cache.size >= MAX_CACHED) cache.clear();
      cachedAt = now;
      let token = cache.get(key);
      if (!token) {
        const sha256 = tokenHash(text);
        const apiCaller = findApiCaller(sha256, now);
        if (apiCaller) return apiCaller;
        token = statements.find(sha256);
      }
      if (!token || isExpired(token, now)) return null;
      cache.set(key, recordUse(token, now));
      return token;
    },
    findByHash(sha256) {
      const now = clock.now();
      const apiCaller = findApiCaller(sha256, now);
      if (apiCaller) return apiCaller;
      const token = statements.find(sha256);
      if (!token || isExpired(token, now)) return null;
      return recordUse(token, now);
    },
    findActive(ids) {
      const stored = [...ids].filter((id) => id !== null);
      return new Set([null, ...statements.findActive(stored, clock.now())]);
    },
    clearCache: () => {
      cache.clear();
    },
  };
}

const isExpired = ({ expires_at }: Token, now: number): boolean =>
  expires_at !== null && expires_at <= now;

function createApiTokenCheck(apiToken: string | undefined, createdAt: number) {
  const expected = apiToken === undefined ? null : tokenHash(apiToken);
  return (sha256: Buffer, now: number): Caller | null => {
    if (!expected || !timingSafeEqual(sha256, expected)) return null;
    return {
      id: null,
      name: 'API_TOKEN',
      role: 'admin',
      created_at: createdAt,
      expires_at: null,
      last_used_at: now,
    };
  };
}

/**
 * A full disk must not reject a request because `last_used_at` cannot be written: the next request
 * tries again.
 */
function ignoreErrors(write: () => void): void {
  try {
    write();
  } catch {
    /* see above */
  }
}
