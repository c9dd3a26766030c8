import type { Acceptance, AsOf } from '../diff.js';

/** A row of `acceptances`. */
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
  /** the vulnerabilities of which there ever was an acceptance, wherever */
  concerned: readonly string[];
  /** the acceptance that held at that moment for this finding; null: none did */
  of(
    finding: { vulnerability_id: string; package: string | null },
    hostId: number,
    moment: AsOf,
  ): Acceptance | null;
}

/** Acceptances as they were at any moment. Of several that hold, the one that began first is told. */
export function createAcceptanceTimeline(rows: readonly AcceptanceRow[]): AcceptanceTimeline {
  const byVulnerability = new Map<string, AcceptanceRow[]>();
  for (const row of rows) {
    const known = byVulnerability.get(row.vulnerability_id);
    if (known) known.push(row);
    else byVulnerability.set(row.vulnerability_id, [row]);
  }
  return {
    concerned: [...byVulnerability.keys()],
    of(finding, hostId, moment) {
      const row = byVulnerability
        .get(finding.vulnerability_id)
        ?.find((a) => covers(a, finding.package, hostId) && holds(a, moment));
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

function holds(row: AcceptanceRow, { change, at }: AsOf): boolean {
  return (
    row.began_change <= change &&
    (row.ended_change === null || row.ended_change > change) &&
    (row.until === null || row.until > at)
  );
}
