import { randomBytes } from 'node:crypto';
import type { Sqlite } from '../database/sqlite.js';
import { tokenHash } from '../tokens/tokens.js';
import type { OsFamily, ServiceManager } from './agents.table.js';

/** A new token of an agent, as text and as what is kept of it. */
export interface IssuedToken {
  token: string;
  sha256: Buffer;
}

/** What is written down when an install or update was verified. Times are Unix seconds. */
export interface VerifiedInstall {
  version: string;
  serviceManager: ServiceManager;
  now: number;
}

const ISSUE = `INSERT INTO agents (host_id, os_family, new_token_sha256) VALUES (?, ?, ?)
  ON CONFLICT (host_id) DO UPDATE SET os_family = excluded.os_family, new_token_sha256 = excluded.new_token_sha256`;
const PROMOTE = `UPDATE agents SET token_sha256 = new_token_sha256, new_token_sha256 = NULL, version = @version, service_manager = @serviceManager,
  installed_at = coalesce(installed_at, @now), last_seen = coalesce(last_seen, @now) WHERE host_id = @hostId AND new_token_sha256 = @sha256`;
const WITHDRAW = 'UPDATE agents SET new_token_sha256 = NULL WHERE host_id = ?';
const REVOKE =
  'UPDATE agents SET token_sha256 = NULL, new_token_sha256 = NULL, version = NULL, service_manager = NULL, installed_at = NULL WHERE host_id = ?';

// All of these are single statements to be run inside the caller's transaction, or in one of their own (`exclusively`).

/** Makes a token for an install or update: `hwa_` and 32 random bytes. It lets the agent in at once, beside the token that is in force. */
export function issueToken(sqlite: Sqlite, hostId: number, osFamily: OsFamily): IssuedToken {
  const token = `hwa_${randomBytes(32).toString('base64url')}`;
  const sha256 = tokenHash(token);
  sqlite.prepare(ISSUE).run(hostId, osFamily, sha256);
  return { token, sha256 };
}

/** The new agent is verified: its token is the one in force, the former one is worth nothing any more. False when another token was issued since. */
export function promoteToken(
  sqlite: Sqlite,
  hostId: number,
  sha256: Buffer,
  { version, serviceManager, now }: VerifiedInstall,
): boolean {
  return sqlite.prepare(PROMOTE).run({ hostId, sha256, version, serviceManager, now }).changes > 0;
}

/** The install or update failed: its token is worth nothing any more, the one that was in force stays. */
export function revokePendingToken(sqlite: Sqlite, hostId: number): void {
  sqlite.prepare(WITHDRAW).run(hostId);
}

/** The agent was removed: none of its tokens is worth anything any more. */
export function revokeTokens(sqlite: Sqlite, hostId: number): void {
  sqlite.prepare(REVOKE).run(hostId);
}
