import type { Severity } from '../../knowledge/records.js';
import type { ExplainedFact } from '../findings/explanation.js';
import { combineRisk } from '../risk/risk.js';
import { planAction, type Plan } from './plan.js';

/** A group that became a part of another one has it in `into`. */
export interface Mergeable {
  into: this | null;
}

/** Groups that are found by keys and links. */
export interface LinkedGroups<K, G> {
  /** Returns the group of a key. Groups that share a link are merged. */
  at: (key: K, link: K | null) => G;
  /** Returns all groups, in the order of their first key. */
  all: () => G[];
}

/** @param merge adds the content of a group to another one */
export function createLinkedGroups<K, G extends Mergeable>(
  create: (key: K) => G,
  merge: (into: G, from: G) => void,
): LinkedGroups<K, G> {
  const byKey = new Map<K, G>();
  const byLink = new Map<K, G>();
  const keyed = (key: K): G => {
    const known = byKey.get(key);
    if (known) return mergedOf(known);
    const group = create(key);
    byKey.set(key, group);
    return group;
  };
  return {
    at(key, link) {
      const group = keyed(key);
      if (link === null) return group;
      const linked = byLink.get(link);
      if (linked === undefined) byLink.set(link, group);
      const first = linked === undefined ? group : mergedOf(linked);
      if (first === group) return group;
      merge(first, group);
      group.into = first;
      return first;
    },
    all: () => [...byKey.values()].filter(({ into }) => into === null),
  };
}

function mergedOf<G extends Mergeable>(group: G): G {
  let found = group;
  while (found.into !== null) found = found.into;
  return found;
}

/** A finding of a host that is open and not accepted. */
export interface RemediableFinding extends ExplainedFact {
  vulnerability_id: string;
  title: string;
  architecture: string | null;
  severity: Severity;
  risk: number;
  /** why it has this risk, as a sentence */
  risk_reason: string;
  isKnownExploited: boolean;
}

/** Findings of one host with one plan. */
export interface RemediationGroup<T extends RemediableFinding = RemediableFinding> {
  plan: Plan;
  findings: T[];
  highest: number;
  sum: number;
}

interface OpenGroup<T extends RemediableFinding> extends RemediationGroup<T>, Mergeable {}

/** Groups the findings of one host by plan, highest risk first. Each finding is in exactly one group. */
export function groupByPlan<T extends RemediableFinding>(
  findings: Iterable<T>,
): RemediationGroup<T>[] {
  const plans = new Map<string, Plan>();
  const groups = createLinkedGroups<string, OpenGroup<T>>(
    (key) => emptyGroup<T>(plans.get(key) as Plan),
    mergeGroup,
  );
  for (const finding of findings) {
    const plan = planAction(finding);
    plans.set(plan.key, plan);
    addFinding(groups.at(plan.key, plan.link), finding);
  }
  return groups.all().sort(byRisk);
}

const emptyGroup = <T extends RemediableFinding>(plan: Plan): OpenGroup<T> => ({
  plan,
  findings: [],
  highest: 0,
  sum: 0,
  into: null,
});

function mergeGroup<T extends RemediableFinding>(into: OpenGroup<T>, from: OpenGroup<T>): void {
  for (const finding of from.findings) addFinding(into, finding);
}

function addFinding<T extends RemediableFinding>(group: OpenGroup<T>, finding: T): void {
  group.findings.push(finding);
  group.highest = Math.max(group.highest, finding.risk);
  group.sum += finding.risk;
}

/** Orders groups by the risk that they remove, highest first; those with equal risk by the sum of their risks. */
export const byRisk = (
  a: Pick<RemediationGroup, 'highest' | 'sum'>,
  b: Pick<RemediationGroup, 'highest' | 'sum'>,
): number => combineRisk(b.highest, b.sum) - combineRisk(a.highest, a.sum) || b.sum - a.sum;
