import { mapBy } from '../../lib/collections.js';
import {
  coversLocation,
  type AcceptableFinding,
  type AcceptedLocation,
} from '../../vulnerabilities/acceptances/covers.js';
import type { Acceptance, AsOf } from '../diff.js';

/**
 * A row of `acceptances`. `host_id`, `group_id`: both null for all hosts. `began_change`, `ended_change`: the
 * changes to acceptances that started and ended it. `until`: Unix seconds.
 */
export interface AcceptanceRow extends AcceptedLocation {
  id: number;
  kind: Acceptance['kind'];
  vulnerability_id: string;
  host_id: number | null;
  group_id: number | null;
  reason: string;
  by: string;
  until: number | null;
  began_change: number;
  ended_change: number | null;
}

/** Since and until which change a host was in a group that has or had an acceptance. */
export interface AcceptanceMemberRow {
  group_id: number;
  host_id: number;
  began_change: number;
  ended_change: number | null;
}

/**
 * The part of a finding that an acceptance refers to.
 * @internal
 */
export type TimelineFinding = AcceptableFinding & { vulnerability_id: string };

export interface AcceptanceTimeline {
  /** vulnerabilities that were accepted at any time, on any host */
  vulnerabilityIds: readonly string[];
  /** Whether a finding was accepted at any time, on any host. */
  wasEverAccepted(finding: TimelineFinding): boolean;
  /** Returns the acceptance that applied to a finding at that time, or null. */
  find(finding: TimelineFinding, hostId: number, asOf: AsOf): Acceptance | null;
}

/**
 * Creates a lookup of acceptances at any point in time. Of several that apply, it returns the one that
 * started first.
 * @param rows in the order in which they started
 */
export function createAcceptanceTimeline(
  rows: readonly AcceptanceRow[],
  members: readonly AcceptanceMemberRow[] = [],
): AcceptanceTimeline {
  const byVulnerability = mapBy(rows, (row) => row.vulnerability_id);
  const isMember = createMemberLookup(members);
  const coversHost = (row: AcceptanceRow, hostId: number, asOf: AsOf): boolean =>
    (row.host_id === null || row.host_id === hostId) &&
    (row.group_id === null || isMember(row.group_id, hostId, asOf.change));
  return {
    vulnerabilityIds: [...byVulnerability.keys()],
    wasEverAccepted: (finding) =>
      byVulnerability.get(finding.vulnerability_id)?.some((a) => coversLocation(a, finding)) ===
      true,
    find(finding, hostId, asOf) {
      const row = byVulnerability
        .get(finding.vulnerability_id)
        ?.find(
          (a) => isEffective(a, asOf) && coversHost(a, hostId, asOf) && coversLocation(a, finding),
        );
      return row ? toAcceptance(row) : null;
    },
  };
}

const toAcceptance = ({ reason, by, until, id, kind }: AcceptanceRow): Acceptance => ({
  reason,
  by,
  until,
  id,
  kind,
});

const isEffectiveAt = (
  row: Pick<AcceptanceRow, 'began_change' | 'ended_change'>,
  change: number,
): boolean =>
  row.began_change <= change && (row.ended_change === null || row.ended_change > change);

const isEffective = (row: AcceptanceRow, { change, at }: AsOf): boolean =>
  isEffectiveAt(row, change) && (row.until === null || row.until > at);

/** Returns whether a host was in a group at a change. */
function createMemberLookup(
  members: readonly AcceptanceMemberRow[],
): (groupId: number, hostId: number, change: number) => boolean {
  const byGroup = new Map<number, Map<number, AcceptanceMemberRow[]>>();
  for (const [groupId, rows] of mapBy(members, (m) => m.group_id))
    byGroup.set(
      groupId,
      mapBy(rows, (m) => m.host_id),
    );
  return (groupId, hostId, change) =>
    byGroup
      .get(groupId)
      ?.get(hostId)
      ?.some((m) => isEffectiveAt(m, change)) === true;
}
