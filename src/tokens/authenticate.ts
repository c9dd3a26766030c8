import { timingSafeEqual } from 'node:crypto';
import type { Sqlite } from '../database/sqlite.js';
import type { Clock } from '../platform/clock.js';
import { tokenHash, tokenKey, type Token } from './tokens.js';

/** Who calls. `id` is null for API_TOKEN, which is not stored. */
export type Caller = Omit<Token, 'id'> & { id: number | null };

const USED_EVERY = 60; // seconds: last_used_at need not be written for each request

// Tokens that were found lately, by their hash: looking one up costs as much as the rest of a small request.
const known = new WeakMap<Sqlite, Map<string, Token>>();
const MOST_KNOWN = 1000;

/** Call it after tokens were changed: they count from the next request on. */
export const clearTokenCache = (sqlite: Sqlite): void => known.get(sqlite)?.clear();

/**
 * Finds who a token belongs to: null when unknown or expired. Looked up by hash, so that nothing about the stored tokens can be
 * learned from how long it takes. What another program changes in the table counts after a second.
 */
export function createAuthenticator(
  sqlite: Sqlite,
  clock: Clock,
  apiToken: string | undefined,
): (text: string) => Caller | null {
  const find = sqlite.prepare<[Buffer], Token>(
    'SELECT id, name, role, created_at, expires_at, last_used_at FROM tokens WHERE sha256 = ?',
  );
  const used = sqlite.prepare('UPDATE tokens SET last_used_at = ? WHERE id = ?');
  const api = apiToken === undefined ? undefined : tokenHash(apiToken);
  const bootTime = clock.now();
  const found = new Map<string, Token>();
  known.set(sqlite, found);
  let second = bootTime;
  return (text) => {
    if (text.length > 256) return null;
    const key = tokenKey(text);
    const now = clock.now();
    if (now !== second || found.size >= MOST_KNOWN) found.clear();
    second = now;
    const hash = found.has(key) ? undefined : tokenHash(text);
    if (api && hash && timingSafeEqual(hash, api))
      return {
        id: null,
        name: 'API_TOKEN',
        role: 'admin',
        created_at: bootTime,
        expires_at: null,
        last_used_at: now,
      };
    const token = found.get(key) ?? (hash && find.get(hash));
    if (!token || (token.expires_at !== null && token.expires_at <= now)) return null;
    const late = !(Math.abs(now - (token.last_used_at ?? -Infinity)) < USED_EVERY);
    if (late) markUsed(() => used.run(now, token.id));
    found.set(key, late ? { ...token, last_used_at: now } : token);
    return token;
  };
}

// When a token was last used is good to know, and no reason to refuse a request on a full disk.
function markUsed(write: () => void): void {
  try {
    write();
  } catch {
    /* the next request tries again */
  }
}
