import type { Sqlite } from '../database/sqlite.js';
import type { Role } from '../tokens/tokens.table.js';

/** The part of a session that its requests need. */
export interface StoredSession {
  id: number;
  header_sha256: Buffer;
  token_sha256: Buffer;
  role: Role;
  last_used_at: number;
  expires_at: number;
}

const FIND = `SELECT id, header_sha256, token_sha256, role, last_used_at, expires_at FROM sessions
  WHERE cookie_sha256 = ?`;
const MARK_USED = 'UPDATE sessions SET last_used_at = ? WHERE id = ?';
const FIND_ACTIVE = `SELECT id FROM sessions
  WHERE id IN (SELECT value FROM json_each(?)) AND expires_at > ? AND last_used_at > ?`;
const CORRECT = `UPDATE sessions SET last_used_at = min(last_used_at, @now), expires_at = min(expires_at, @latest)
  WHERE last_used_at > @now OR expires_at > @latest`;
const FIND_TOKEN_HASH = 'SELECT sha256 FROM tokens WHERE id = ?';

/** Statements of requests with a session, prepared once. Times are Unix seconds. */
export function createSessionStatements(sqlite: Sqlite) {
  const find = sqlite.prepare<[Buffer], StoredSession>(FIND);
  const markUsed = sqlite.prepare(MARK_USED);
  const findActive = sqlite.prepare<[string, number, number], number>(FIND_ACTIVE).pluck();
  const correct = sqlite.prepare(CORRECT);
  const findTokenHash = sqlite.prepare<[number], Buffer>(FIND_TOKEN_HASH).pluck();
  return {
    find: (cookieSha256: Buffer): StoredSession | undefined => find.get(cookieSha256),
    markUsed: (id: number, now: number): void => void markUsed.run(now, id),
    /** Returns the ids that exist, have not expired at `now`, and were used after `idleSince`. */
    findActive: (ids: readonly number[], now: number, idleSince: number): number[] =>
      findActive.all(JSON.stringify(ids), now, idleSince),
    /** Corrects the times of a clock that was ahead. `latest`: no session expires after it. Inside a transaction. */
    correct: (now: number, latest: number): void => void correct.run({ now, latest }),
    findTokenHash: (id: number): Buffer | undefined => findTokenHash.get(id),
  };
}
