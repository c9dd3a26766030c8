import type { Database } from '../database/database.js';
import type { Clock } from '../platform/clock.js';
import type { HostKeyKind, PinnedKey } from './agents.table.js';
import { findHostKey, insertHostKey, type NewHostKey } from './host-keys.repository.js';

/** The keys that hosts are recognized by, for logins outside of agent operations. */
export function createHostKeys({ db }: Database, clock: Clock) {
  return {
    /** Returns the pinned key of a host, or null. */
    pinned: (hostId: number, kind: HostKeyKind): Promise<PinnedKey | null> =>
      findHostKey(db, hostId, kind),
    /** Pins the key of a first login; a key that is already pinned stays. */
    pin: (hostId: number, kind: HostKeyKind, key: NewHostKey): Promise<void> =>
      insertHostKey(db, hostId, kind, key, clock.now()),
  };
}
