import type { Sqlite } from '../database/sqlite.js';

/** The changes since the last reading. `isAll`: more than is listed. */
export interface FindingChanges {
  isAll: boolean;
  /** ids of hosts whose findings changed */
  hosts: number[];
  /** ids of vulnerabilities whose properties changed */
  vulnerabilities: string[];
}

/**
 * Records which findings change, so that a copy in memory reads those again. A record is made in the transaction of the
 * change.
 */
export interface FindingChangeLog {
  markHost: (hostId: number) => void;
  markVulnerability: (id: string) => void;
  /**
   * Returns the changes since the last call. While a transaction is open its changes are not visible to others: they
   * are returned, and again by the next call.
   */
  take: () => FindingChanges;
}

const MAX_MARKS = 20_000; // reading all is faster then

export function createFindingChangeLog(sqlite: Pick<Sqlite, 'inTransaction'>): FindingChangeLog {
  const hosts = new Set<number>();
  const vulnerabilities = new Set<string>();
  let isAll = false;
  const clear = (): void => {
    hosts.clear();
    vulnerabilities.clear();
  };
  const limit = (): void => {
    if (hosts.size + vulnerabilities.size <= MAX_MARKS) return;
    isAll = true;
    clear();
  };
  return {
    markHost(hostId) {
      hosts.add(hostId);
      limit();
    },
    markVulnerability(id) {
      vulnerabilities.add(id);
      limit();
    },
    take() {
      const changes = { isAll, hosts: [...hosts], vulnerabilities: [...vulnerabilities] };
      if (sqlite.inTransaction) return changes;
      isAll = false;
      clear();
      return changes;
    },
  };
}
