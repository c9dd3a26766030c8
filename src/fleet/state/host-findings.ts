import { SEVERITIES } from '../../knowledge/records.js';
import { createLinkedGroups, type Mergeable } from '../../vulnerabilities/remediations/group.js';
import type { Plan } from '../../vulnerabilities/remediations/plan.js';
import { combineRisk } from '../../vulnerabilities/risk/risk.js';
import type { HostSums } from '../sums/host-sums.js';
import type { FactColumns } from './fact-columns.js';

/** Findings of one host with one plan. `severity`: the highest, as an index of SEVERITIES. */
export interface FleetGroup {
  hostId: number;
  plan: Plan;
  facts: number[];
  highest: number;
  sum: number;
  knownExploited: number;
  severity: number;
  /** of all its findings together, 0 to 100 */
  risk: number;
}

interface OpenGroup extends FleetGroup, Mergeable {}

/** The findings of a host. */
export interface HostFindings {
  id: number;
  /** ids of all its facts; their columns are known */
  facts: readonly number[];
  /** ids of the accepted facts; null: none */
  acceptedFacts: ReadonlySet<number> | null;
}

/**
 * Returns the sums of a host.
 * @param groups its groups
 * @param validUntil when the next acceptance expires, Unix seconds
 */
export function sumHost(
  { id, facts, acceptedFacts }: HostFindings,
  groups: readonly FleetGroup[],
  columns: FactColumns,
  validUntil: number | null,
): HostSums {
  const [first] = groups;
  const severityCounts = SEVERITIES.map(() => 0);
  let open = 0;
  let accepted = 0;
  let knownExploited = 0;
  let highest = 0;
  let sum = 0;
  for (const fact of facts) {
    if (columns.isHidden(fact)) continue;
    if (acceptedFacts?.has(fact)) {
      accepted += 1;
      continue;
    }
    const severity = columns.severity(fact);
    const risk = columns.risk(fact);
    open += 1;
    severityCounts[severity] = (severityCounts[severity] ?? 0) + 1;
    if (columns.isKnownExploited(fact)) knownExploited += 1;
    if (risk > highest) highest = risk;
    sum += risk;
  }
  return {
    id,
    accepted,
    open,
    knownExploited,
    severityCounts,
    actions: groups.length,
    risk: combineRisk(highest, sum),
    sum,
    firstRisk: first?.risk ?? 0,
    firstSum: first?.sum ?? 0,
    validUntil: accepted > 0 ? validUntil : null,
  };
}

/** Returns what to do on a host, highest risk first. Each open finding is in one group. */
export function groupHost(
  { id, facts, acceptedFacts }: HostFindings,
  columns: FactColumns,
): FleetGroup[] {
  const groups = createLinkedGroups<number, OpenGroup>(
    (plan) => emptyGroup(id, columns.planByNumber(plan)),
    (into, from) => {
      for (const fact of from.facts) add(into, fact, columns);
    },
  );
  for (const fact of facts) {
    if (columns.isHidden(fact) || acceptedFacts?.has(fact)) continue;
    const link = columns.link(fact);
    add(groups.at(columns.plan(fact), link === -1 ? null : link), fact, columns);
  }
  const all = groups.all();
  for (const group of all) group.risk = combineRisk(group.highest, group.sum);
  return all.sort(byRiskOfGroup);
}

const emptyGroup = (hostId: number, plan: Plan): OpenGroup => ({
  hostId,
  plan,
  facts: [],
  highest: 0,
  sum: 0,
  knownExploited: 0,
  severity: SEVERITIES.length - 1,
  risk: 0,
  into: null,
});

function add(group: OpenGroup, fact: number, columns: FactColumns): void {
  const risk = columns.risk(fact);
  group.facts.push(fact);
  group.highest = Math.max(group.highest, risk);
  group.sum += risk;
  group.severity = Math.min(group.severity, columns.severity(fact));
  if (columns.isKnownExploited(fact)) group.knownExploited += 1;
}

/** Orders groups by risk, highest first; those with equal risk by the sum of their risks, then by host. */
export const byRiskOfGroup = (a: FleetGroup, b: FleetGroup): number =>
  b.risk - a.risk || b.sum - a.sum || a.hostId - b.hostId;

/** Orders hosts by risk, highest first; those with equal risk by the sum of their risks, then by id. */
export const byRiskOfHost = (a: HostSums, b: HostSums): number =>
  b.risk - a.risk || b.sum - a.sum || a.id - b.id;

/** Orders hosts by the group with the highest risk of each, in the order of `byRiskOfGroup`. */
export const byFirstGroup = (a: HostSums, b: HostSums): number =>
  b.firstRisk - a.firstRisk || b.firstSum - a.firstSum || a.id - b.id;
