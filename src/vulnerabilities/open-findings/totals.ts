import type { AcceptedFacts } from './accepted-facts.js';
import type { OpenFindings } from './open-findings.js';

/** Selects findings by fact and host. */
export interface FindingSelection {
  /** 1: selected, 2: selected on the hosts that `includes` accepts; by the number of the fact */
  facts: Uint8Array;
  /** null: all */
  hosts: readonly number[] | null;
  includes: (fact: number, host: number) => boolean;
  /** what `includes` depends on: as long as it is the same object, `includes` has the same answers */
  accepted: AcceptedFacts | null;
}

export const NOT_SELECTED = 0;
export const SELECTED = 1;
export const SELECTED_ON_SOME = 2;

/** Hosts and times of the selected findings of vulnerabilities, by their position in the question. Unix seconds. */
export interface VulnerabilityTotals {
  hosts: Uint32Array;
  firstSeen: Uint32Array;
  lastSeen: Uint32Array;
}

/** Returns 1 for each fact that has a selected finding, by the number of the fact. */
export function findSelectedFacts(open: OpenFindings, selection: FindingSelection): Uint8Array {
  const { facts, hosts, includes } = selection;
  const found = hosts === null ? findOpen(open, facts) : new Uint8Array(facts.length);
  if (hosts === null && !facts.includes(SELECTED_ON_SOME)) return found;
  forEachHost(open, hosts, (id, numbers) => {
    const count = numbers.length / 3;
    for (let i = 0; i < count; i += 1) {
      const fact = numbers[i] as number;
      const selected = facts[fact];
      if (selected === NOT_SELECTED || found[fact] === 1) continue;
      if (selected === SELECTED || includes(fact, id)) found[fact] = 1;
    }
  });
  return found;
}

/** Returns 1 for each fact that is selected on all hosts and open on one. */
export function findOpen({ hostsOfFact }: OpenFindings, facts: Uint8Array): Uint8Array {
  const found = new Uint8Array(facts.length);
  for (let fact = 0; fact < facts.length; fact += 1)
    if (facts[fact] === SELECTED && (hostsOfFact[fact] ?? 0) > 0) found[fact] = 1;
  return found;
}

/**
 * Sums the selected findings of some vulnerabilities: each host counts once for a vulnerability.
 * @param vulnerabilities their numbers
 */
export const sumByVulnerability = (
  open: OpenFindings,
  selection: FindingSelection,
  vulnerabilities: ArrayLike<number>,
): VulnerabilityTotals => sumHosts(open, selection, vulnerabilities)(selection.hosts);

/** Returns the function that sums the findings of some hosts as `sumByVulnerability`; null: of all. */
export function sumHosts(
  open: OpenFindings,
  { facts, includes }: FindingSelection,
  vulnerabilities: ArrayLike<number>,
): (hosts: Iterable<number> | null) => VulnerabilityTotals {
  const positions = positionsOfFacts(open, facts, vulnerabilities);
  const isIncluded = (fact: number, host: number): boolean =>
    facts[fact] !== SELECTED_ON_SOME || includes(fact, host);
  return (hosts) => {
    const totals = createTotals(vulnerabilities.length);
    const addHost = createAdding(totals, positions, isIncluded);
    forEachHost(open, hosts, addHost);
    return totals;
  };
}

/** Returns the function that adds the findings of a host. @param positions by fact; -1: not selected */
function createAdding(
  { hosts: counts, firstSeen, lastSeen }: VulnerabilityTotals,
  positions: Int32Array,
  isIncluded: (fact: number, host: number) => boolean,
): (id: number, numbers: Uint32Array) => void {
  const lastHost = new Int32Array(counts.length);
  let hostNumber = 0;
  return (id, numbers) => {
    const count = numbers.length / 3;
    hostNumber += 1;
    for (let i = 0; i < count; i += 1) {
      const fact = numbers[i] as number;
      const at = positions[fact] as number;
      if (at < 0 || !isIncluded(fact, id)) continue;
      if (lastHost[at] !== hostNumber) {
        lastHost[at] = hostNumber;
        counts[at] = (counts[at] as number) + 1;
      }
      const first = numbers[count + i] as number;
      const last = numbers[2 * count + i] as number;
      if (first < (firstSeen[at] as number)) firstSeen[at] = first;
      if (last > (lastSeen[at] as number)) lastSeen[at] = last;
    }
  };
}

/** Returns the totals at some positions. */
export const pickTotals = (
  { hosts, firstSeen, lastSeen }: VulnerabilityTotals,
  positions: readonly number[],
): VulnerabilityTotals => ({
  hosts: Uint32Array.from(positions, (at) => hosts[at] ?? 0),
  firstSeen: Uint32Array.from(positions, (at) => firstSeen[at] ?? NEVER),
  lastSeen: Uint32Array.from(positions, (at) => lastSeen[at] ?? 0),
});

/** Adds totals of other hosts. They may be of fewer vulnerabilities. */
export function addTotals(into: VulnerabilityTotals, from: VulnerabilityTotals): void {
  for (let at = 0; at < from.hosts.length; at += 1) {
    const count = from.hosts[at] as number;
    if (count === 0) continue;
    into.hosts[at] = (into.hosts[at] as number) + count;
    const first = from.firstSeen[at] as number;
    const last = from.lastSeen[at] as number;
    if (first < (into.firstSeen[at] as number)) into.firstSeen[at] = first;
    if (last > (into.lastSeen[at] as number)) into.lastSeen[at] = last;
  }
}

/** Returns the position of the vulnerability of each selected fact; -1: not asked for. */
function positionsOfFacts(
  open: OpenFindings,
  facts: Uint8Array,
  vulnerabilities: ArrayLike<number>,
): Int32Array {
  const { vulnerability } = open.facts.columns();
  const positions = new Int32Array(open.facts.vulnerabilities.length).fill(-1);
  for (let at = 0; at < vulnerabilities.length; at += 1) positions[vulnerabilities[at] ?? 0] = at;
  const ofFacts = new Int32Array(facts.length).fill(-1);
  for (let fact = 0; fact < facts.length; fact += 1)
    if (facts[fact] !== NOT_SELECTED) ofFacts[fact] = positions[vulnerability[fact] ?? 0] ?? -1;
  return ofFacts;
}

function forEachHost(
  open: OpenFindings,
  hosts: Iterable<number> | null,
  visit: (id: number, numbers: Uint32Array) => void,
): void {
  if (hosts === null) {
    for (const [id, numbers] of open.hosts) visit(id, numbers);
    return;
  }
  for (const id of hosts) {
    const numbers = open.hosts.get(id);
    if (numbers !== undefined) visit(id, numbers);
  }
}

const NEVER = 2 ** 32 - 1;

/** Returns totals without a finding. */
export const createTotals = (count: number): VulnerabilityTotals => ({
  hosts: new Uint32Array(count),
  firstSeen: new Uint32Array(count).fill(NEVER),
  lastSeen: new Uint32Array(count),
});
