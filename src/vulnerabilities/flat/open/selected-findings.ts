import type { OpenFindings } from '../../open-findings/open-findings.js';
import {
  NOT_SELECTED,
  SELECTED_ON_SOME,
  type FindingSelection,
} from '../../open-findings/totals.js';
import type { FlatFilter } from '../flat-findings.js';

/** Selects findings of now. */
export interface FlatSelection extends FindingSelection {
  /** when they were first seen: from `since` to before `until`, Unix seconds; null: at any time */
  period: { since: number; until: number } | null;
}

/** Returns the part of a filter about when findings were first seen. */
export function periodOf({ since, until }: FlatFilter): FlatSelection['period'] {
  if (since === undefined && until === undefined) return null;
  return { since: since ?? 0, until: until ?? Infinity };
}

/** Receives a finding: its place in the numbers of its host (`OpenFindings`). */
type Visit = (host: number, at: number, numbers: Uint32Array) => void;

/** Calls `visit` with each selected finding of some hosts. */
export function forEachSelected(
  open: OpenFindings,
  { facts, includes, period }: FlatSelection,
  hosts: Iterable<number>,
  visit: Visit,
): void {
  for (const host of hosts) {
    const numbers = open.hosts.get(host);
    if (numbers === undefined) continue;
    const count = numbers.length / 3;
    for (let at = 0; at < count; at += 1) {
      const fact = numbers[at] as number;
      const selected = facts[fact];
      if (selected === NOT_SELECTED) continue;
      if (selected === SELECTED_ON_SOME && !includes(fact, host)) continue;
      if (period !== null && !isWithin(period, numbers[count + at] as number)) continue;
      visit(host, at, numbers);
    }
  }
}

const isWithin = ({ since, until }: { since: number; until: number }, time: number): boolean =>
  time >= since && time < until;

/** Returns how many selected findings each fact has, by its number. */
export function countByFact(open: OpenFindings, selection: FlatSelection): Uint32Array {
  const { facts, hosts, period } = selection;
  const isOfFacts = hosts === null && period === null && !facts.includes(SELECTED_ON_SOME);
  if (isOfFacts)
    return open.hostsOfFact
      .subarray(0, facts.length)
      .map((count, fact) => (facts[fact] === NOT_SELECTED ? 0 : count));
  const counts = new Uint32Array(facts.length);
  forEachSelected(open, selection, hosts ?? open.hosts.keys(), (_host, at, numbers) => {
    const fact = numbers[at] as number;
    counts[fact] = (counts[fact] as number) + 1;
  });
  return counts;
}
