import type { Sqlite } from '../database/sqlite.js';
import type { Token } from './tokens.js';

const FIND =
  'SELECT id, name, role, created_at, expires_at, last_used_at FROM tokens WHERE sha256 = ?';
const MARK_USED = 'UPDATE tokens SET last_used_at = ? WHERE id = ?';
const FIND_ACTIVE = `SELECT id FROM tokens
  WHERE id IN (SELECT value FROM json_each(?)) AND (expires_at IS NULL OR expires_at > ?)`;

/** Statements of authentication, prepared once: each request looks up its token. */
export function createTokenStatements(sqlite: Sqlite) {
  const find = sqlite.prepare<[Buffer], Token>(FIND);
  const markUsed = sqlite.prepare(MARK_USED);
  const findActive = sqlite.prepare<[string, number], number>(FIND_ACTIVE).pluck();
  return {
    find: (sha256: Buffer): Token | undefined => find.get(sha256),
    markUsed: (id: number, now: number): void => void markUsed.run(now, id),
    /** Returns the ids that exist and have not expired at `now` (Unix seconds). */
    findActive: (ids: readonly number[], now: number): number[] =>
      findActive.all(JSON.stringify(ids), now),
  };
}
