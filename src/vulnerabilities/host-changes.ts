import type { Sqlite } from '../database/sqlite.js';

/** The changes since the last reading. `isAll`: more than is listed. */
export interface HostChanges {
  isAll: boolean;
  /** ids of hosts that were stored or matched */
  hosts: number[];
  /** ids of vulnerabilities whose title or rating was stored */
  vulnerabilities: string[];
}

/**
 * Records which hosts and vulnerabilities are stored or matched, so that a copy of them in memory reads those again. A
 * record is made in the transaction of the change.
 */
export interface HostChangeLog {
  markHost: (hostId: number) => void;
  markVulnerability: (id: string) => void;
  /**
   * Returns a reader with its own position: it returns the changes since its last call. While a transaction is open its
   * changes are not visible to others: they are returned, and again by the next call.
   */
  createReader: () => HostChangeReader;
}

interface HostChangeReader {
  take: () => HostChanges;
  /** Whether there are changes to take. */
  any: () => boolean;
}

// Reading all is faster then.
const MAX_HOSTS = 20_000;
const MAX_VULNERABILITIES = 100_000;

export function createHostChangeLog(sqlite: Pick<Sqlite, 'inTransaction'>): HostChangeLog {
  const readers: Marks[] = [];
  return {
    markHost(hostId) {
      for (const marks of readers) marks.addHost(hostId);
    },
    markVulnerability(id) {
      for (const marks of readers) marks.addVulnerability(id);
    },
    createReader() {
      const marks = createMarks();
      readers.push(marks);
      return {
        any: marks.any,
        take() {
          const changes = marks.read();
          if (!sqlite.inTransaction) marks.clear();
          return changes;
        },
      };
    },
  };
}

type Marks = ReturnType<typeof createMarks>;

function createMarks() {
  const hosts = new Set<number>();
  const vulnerabilities = new Set<string>();
  let isAll = false;
  const limit = (): void => {
    if (hosts.size <= MAX_HOSTS && vulnerabilities.size <= MAX_VULNERABILITIES) return;
    isAll = true;
    hosts.clear();
    vulnerabilities.clear();
  };
  return {
    addHost(id: number): void {
      hosts.add(id);
      limit();
    },
    addVulnerability(id: string): void {
      vulnerabilities.add(id);
      limit();
    },
    any: (): boolean => isAll || hosts.size + vulnerabilities.size > 0,
    read: (): HostChanges => ({
      isAll,
      hosts: [...hosts],
      vulnerabilities: [...vulnerabilities],
    }),
    clear(): void {
      isAll = false;
      hosts.clear();
      vulnerabilities.clear();
    },
  };
}
