import type { Sqlite } from '../database/sqlite.js';
import type { Clock } from '../outside/clock.js';
import { sameToken, tokenHash, type Token } from './tokens.js';

/** Who calls. `id` is null for API_TOKEN, which is not stored. */
export type Caller = Omit<Token, 'id'> & { id: number | null };

const USED_EVERY = 60; // seconds: last_used_at need not be written for each request

/**
 * Finds who a token belongs to: null when unknown or expired. One indexed look-up by hash, so that nothing about the
 * stored tokens can be learned from how long it takes.
 */
export function createAuthenticator(sqlite: Sqlite, clock: Clock, apiToken: string | undefined): (text: string) => Caller | null {
  const find = sqlite.prepare('SELECT id, name, role, created_at, expires_at, last_used_at FROM tokens WHERE sha256 = ?');
  const used = sqlite.prepare('UPDATE tokens SET last_used_at = ? WHERE id = ?');
  const bootTime = clock.now();
  return (text) => {
    if (text.length > 256) return null;
    if (apiToken !== undefined && sameToken(text, apiToken)) return { id: null, name: 'API_TOKEN', role: 'admin', created_at: bootTime, expires_at: null, last_used_at: clock.now() };
    const found = find.get(tokenHash(text)) as Token | undefined;
    if (!found || (found.expires_at !== null && found.expires_at <= clock.now())) return null;
    const now = clock.now();
    if (!(Math.abs(now - (found.last_used_at ?? -Infinity)) < USED_EVERY)) markUsed(() => used.run(now, found.id));
    return found;
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
