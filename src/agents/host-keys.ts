import type { Database } from '../database/database.js';
import type { Sqlite } from '../database/sqlite.js';
import { writeTransaction } from '../database/write-transaction.js';
import type { Clock } from '../platform/clock.js';
import type { HostKeyTable } from './agents.table.js';

export type HostKeyKind = HostKeyTable['kind'];
export type PinnedKey = Omit<HostKeyTable, 'host_id' | 'kind'>;

const FIND =
  'SELECT type, fingerprint_sha256, pinned_at FROM host_keys WHERE host_id = ? AND kind = ?';
const PIN =
  'INSERT INTO host_keys (host_id, kind, type, fingerprint_sha256, pinned_at) SELECT id, @kind, @type, @fingerprint_sha256, @now FROM hosts WHERE id = @hostId ON CONFLICT DO NOTHING';

/** The key a host was first seen with; null: none is pinned. */
export function pinnedKey(sqlite: Sqlite, hostId: number, kind: HostKeyKind): PinnedKey | null {
  return sqlite.prepare<[number, string], PinnedKey>(FIND).get(hostId, kind) ?? null;
}

/** Keeps the key of a first log-in; one that is pinned already stays. Inside a transaction only. `now`: Unix seconds. */
export function pinKey(
  sqlite: Sqlite,
  hostId: number,
  kind: HostKeyKind,
  key: Pick<PinnedKey, 'type' | 'fingerprint_sha256'>,
  now: number,
): void {
  sqlite
    .prepare(PIN)
    .run({ hostId, kind, type: key.type, fingerprint_sha256: key.fingerprint_sha256, now });
}

/** Keeps the key that somebody has told, in place of any other. Inside a transaction only. `now`: Unix seconds. */
export function setPinnedKey(
  sqlite: Sqlite,
  hostId: number,
  kind: HostKeyKind,
  key: Pick<PinnedKey, 'type' | 'fingerprint_sha256'>,
  now: number,
): void {
  forgetKey(sqlite, hostId, kind);
  pinKey(sqlite, hostId, kind, key, now);
}

/** Forgets a pinned key; the next log-in pins anew. False when there was none. */
export function forgetKey(sqlite: Sqlite, hostId: number, kind: HostKeyKind): boolean {
  return (
    sqlite.prepare('DELETE FROM host_keys WHERE host_id = ? AND kind = ?').run(hostId, kind)
      .changes > 0
  );
}

/** Pinned keys for logins; `pin` opens its own transaction. */
export const createHostKeys = (database: Database, clock: Clock) => ({
  pinned: (hostId: number, kind: HostKeyKind) => pinnedKey(database.sqlite, hostId, kind),
  pin: (hostId: number, kind: HostKeyKind, key: Pick<PinnedKey, 'type' | 'fingerprint_sha256'>) =>
    writeTransaction(database, () => pinKey(database.sqlite, hostId, kind, key, clock.now())),
});
