import { SEVERITIES } from '../../knowledge/records.js';
import { createLinkedGroups, type Mergeable } from '../../vulnerabilities/remediations/group.js';
import type { Plan } from '../../vulnerabilities/remediations/plan.js';
import { combineRisk } from '../../vulnerabilities/risk/risk.js';
import type { FactColumns } from './fact-columns.js';

/** The findings of one host, without those rated unimportant, and their sums. */
export interface HostFindings {
  id: number;
  /** ids of all its facts */
  facts: readonly number[];
  /** ids of the accepted facts; null: none */
  acceptedFacts: ReadonlySet<number> | null;
  accepted: number;
  /** the following are about findings that are not accepted */
  open: number;
  knownExploited: number;
  /** in the order of SEVERITIES */
  severityCounts: readonly number[];
  /** the sum of the risks */
  sum: number;
  /** of all together, 0 to 100 */
  risk: number;
  /** what to do, highest risk first; computed when it is first needed */
  groups: readonly FleetGroup[] | null;
}

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

/** Returns the sums of a host. @param facts with their columns */
export function sumHost(
  id: number,
  facts: readonly number[],
  acceptedFacts: ReadonlySet<number> | null,
  columns: FactColumns,
): HostFindings {
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
  const risk = combineRisk(highest, sum);
  return {
    id,
    facts,
    acceptedFacts,
    accepted,
    open,
    knownExploited,
    severityCounts,
    sum,
    risk,
    groups: null,
  };
}

/** Returns what to do on a host, highest risk first. Each open finding is in one group. */
export function groupsOf(host: HostFindings, columns: FactColumns): readonly FleetGroup[] {
  host.groups ??= groupHost(host, columns);
  return host.groups;
}

function groupHost({ id, facts, acceptedFacts }: HostFindings, columns: FactColumns): FleetGroup[] {
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
export const byRiskOfHost = (a: HostFindings, b: HostFindings): number =>
  b.risk - a.risk || b.sum - a.sum || a.id - b.id;
