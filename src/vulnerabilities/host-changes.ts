import type { Sqlite } from '../database/sqlite.js';

/** The changes since the last reading. `isAll`: more than is listed. */
export interface HostChanges {
  isAll: boolean;
  /** ids of hosts that were stored or matched */
  hosts: number[];
}

/**
 * Records which hosts are stored or matched, so that a copy of their coverage in memory reads those again. A record is
 * made in the transaction of the change.
 */
export interface HostChangeLog {
  markHost: (hostId: number) => void;
  /**
   * Returns the changes since the last call. While a transaction is open its changes are not visible to others: they
   * are returned, and again by the next call.
   */
  take: () => HostChanges;
}

const MAX_MARKS = 20_000; // reading all is faster then

export function createHostChangeLog(sqlite: Pick<Sqlite, 'inTransaction'>): HostChangeLog {
  const hosts = new Set<number>();
  let isAll = false;
  return {
    markHost(hostId) {
      hosts.add(hostId);
      if (hosts.size <= MAX_MARKS) return;
      isAll = true;
      hosts.clear();
    },
    take() {
      const changes = { isAll, hosts: [...hosts] };
      if (sqlite.inTransaction) return changes;
      isAll = false;
      hosts.clear();
      return changes;
    },
  };
}
