import type { Sqlite } from '../../database/sqlite.js';
import type { HostChanges } from '../../vulnerabilities/host-changes.js';
import type { FactColumns } from '../state/fact-columns.js';
import type { FleetGroup } from '../state/host-findings.js';
import { readHosts, readRemediations } from './present-groups.js';

/**
 * Writes groups as a JSON array of remediations. Keeps the part without the host until the summary of a vulnerability
 * changes: facts never change, and a host whose findings changed has other groups.
 */
export interface RemediationTexts {
  note: (changes: Pick<HostChanges, 'isAll' | 'vulnerabilities'>) => void;
  /** Inside a read transaction. */
  write: (groups: readonly FleetGroup[], columns: FactColumns) => string;
}

const MAX_KEPT = 10_000; // about 5 MB

export function createRemediationTexts(sqlite: Sqlite): RemediationTexts {
  const texts = new Map<FleetGroup, string>();
  return {
    note({ isAll, vulnerabilities }) {
      if (isAll || vulnerabilities.length > 0) texts.clear();
    },
    write(groups, columns) {
      const unknown = groups.filter((group) => !texts.has(group));
      for (const [i, remediation] of readRemediations(sqlite, unknown, columns).entries())
        texts.set(unknown[i]!, JSON.stringify(remediation));
      const items = readHosts(sqlite, groups).map((host, i) =>
        joinObjects(JSON.stringify(host), texts.get(groups[i]!) ?? '{}'),
      );
      if (texts.size > MAX_KEPT) texts.clear();
      return `[${items.join(',')}]`;
    },
  };
}

/** Returns one JSON object with the members of two that are not empty. */
const joinObjects = (a: string, b: string): string => `${a.slice(0, -1)},${b.slice(1)}`;
