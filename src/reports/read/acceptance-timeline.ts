import { mapBy } from '../../lib/collections.js';
import type { Acceptance, AsOf } from '../diff.js';

/**
 * A row of `acceptances`. `host_id`, `package`: null for any. `began_change`, `ended_change`: the
 * changes to acceptances that started and ended it. `until`: Unix seconds.
 */
export interface AcceptanceRow {
  vulnerability_id: string;
  host_id: number | null;
  package: string | null;
  reason: string;
  by: string;
  until: number | null;
  began_change: number;
  ended_change: number | null;
}

export interface AcceptanceTimeline {
  /** vulnerabilities that were accepted at any time, on any host */
  vulnerabilityIds: readonly string[];
  /** Returns the acceptance that applied to a finding at that time, or null. */
  find(
    finding: { vulnerability_id: string; package: string | null },
    hostId: number,
    asOf: AsOf,
  ): Acceptance | null;
}

/**
 * Creates a lookup of acceptances at any point in time. Of several that apply, it returns the one that
 * started first.
 * @param rows in the order in which they started
 */
export function createAcceptanceTimeline(rows: readonly AcceptanceRow[]): AcceptanceTimeline {
  const byVulnerability = mapBy(rows, (row) => row.vulnerability_id);
  return {
    vulnerabilityIds: [...byVulnerability.keys()],
    find(finding, hostId, asOf) {
      const row = byVulnerability
        .get(finding.vulnerability_id)
        ?.find((a) => covers(a, finding.package, hostId) && isEffective(a, asOf));
      return row ? { reason: row.reason, by: row.by, until: row.until } : null;
    },
  };
}

function covers(row: AcceptanceRow, packageName: string | null, hostId: number): boolean {
  return (
    (row.host_id === null || row.host_id === hostId) &&
    (row.package === null || row.package === packageName)
  );
}

function isEffective(row: AcceptanceRow, { change, at }: AsOf): boolean {
  return (
    row.began_change <= change &&
    (row.ended_change === null || row.ended_change > change) &&
    (row.until === null || row.until > at)
  );
}
