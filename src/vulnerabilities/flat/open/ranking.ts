import { findFirst } from '../../../lib/lists/find-first.js';
import type { FindingIndex, PlacedFinding } from '../../open-findings/by-fact/finding-index.js';
import type { OpenFindings } from '../../open-findings/open-findings.js';
import { NOT_SELECTED, SELECTED } from '../../open-findings/totals.js';
import { refreshSelected, type SelectedBlocks } from './selected-blocks.js';
import { countByFact, forEachSelected, type FlatSelection } from './selected-findings.js';

/** Selected findings in an order. */
export interface FindingRanking {
  total: number;
  /** Returns the findings from a rank to before another. */
  pick: (from: number, to: number) => PlacedFinding[];
}

/**
 * Ranks findings by their facts; those of a fact are by host.
 * @param ordered the numbers of all facts in their order
 */
export function rankByFact(
  open: OpenFindings,
  selection: FlatSelection,
  { ordered, index }: { ordered: Uint32Array; index: FindingIndex },
): FindingRanking {
  const counts = countByFact(open, selection);
  const { facts: selected, hosts, period } = selection;
  const isOfFacts = hosts === null && period === null;
  const isWhole = (fact: number): boolean => isOfFacts && selected[fact] === SELECTED;
  return rankCounts(
    ordered,
    (fact) => counts[fact] ?? 0,
    (facts) => (facts.every(isWhole) ? index(open, facts) : findSome(open, selection, facts)),
  );
}

/** Returns the selected findings of some facts, in this order and by host: it reads the findings of all hosts. */
function findSome(open: OpenFindings, selection: FlatSelection, facts: readonly number[]) {
  const found = new Map(facts.map((fact) => [fact, [] as PlacedFinding[]]));
  const wanted = new Uint8Array(selection.facts.length);
  for (const fact of facts) wanted[fact] = selection.facts[fact] ?? NOT_SELECTED;
  const hosts = selection.hosts ?? open.hosts.keys();
  forEachSelected(open, { ...selection, facts: wanted }, hosts, (host, at, numbers) => {
    found.get(numbers[at] as number)?.push({ host, at, numbers });
  });
  return [...found.values()].flatMap((ofFact) => ofFact.sort((a, b) => a.host - b.host));
}

/** How many selected findings each host has, in blocks of hosts. */
export type HostCounts = SelectedBlocks<ReadonlyMap<number, number>>;

/** @param known as of an earlier state of the findings, with the same period */
export const countByHost = (
  known: HostCounts | null,
  open: OpenFindings,
  selection: FlatSelection,
): HostCounts =>
  refreshSelected(known, { open, selection }, (hosts) => {
    const counts = new Map<number, number>();
    for (const host of hosts) counts.set(host, findingsOf(open, selection, host).length);
    return counts;
  });

/**
 * Ranks findings by their hosts; those of a host are by fact.
 * @param ordered the ids of all hosts in their order
 * @param places of facts, by their number
 */
export function rankByHost(
  { open, selection, counts }: { open: OpenFindings; selection: FlatSelection; counts: HostCounts },
  ordered: readonly number[],
  places: Uint32Array,
): FindingRanking {
  const all = new Map([...counts.values.values()].flatMap(({ value }) => [...value]));
  const placeOf = ({ numbers, at }: PlacedFinding) => places[numbers[at] as number] as number;
  return rankCounts(
    ordered,
    (host) => all.get(host) ?? 0,
    (hosts) =>
      hosts.flatMap((id) =>
        findingsOf(open, selection, id).sort((a, b) => placeOf(a) - placeOf(b)),
      ),
  );
}

function findingsOf(open: OpenFindings, selection: FlatSelection, id: number): PlacedFinding[] {
  const found: PlacedFinding[] = [];
  forEachSelected(open, selection, [id], (host, at, numbers) => {
    found.push({ host, at, numbers });
  });
  return found;
}

/**
 * Ranks findings of which each has an owner: a page is found without listing all of them.
 * @param ordered the owners in their order
 * @param countOf returns how many findings an owner has
 * @param read returns the findings of some owners in their order
 * @internal
 */
export function rankCounts(
  ordered: ArrayLike<number>,
  countOf: (owner: number) => number,
  read: (owners: number[]) => PlacedFinding[],
): FindingRanking {
  const ends = new Float64Array(ordered.length);
  let total = 0;
  for (let i = 0; i < ordered.length; i += 1) {
    total += countOf(ordered[i] as number);
    ends[i] = total;
  }
  const indexAt = (rank: number): number =>
    findFirst(ends.length, (i) => (ends[i] as number) > rank);
  return {
    total,
    pick(from, to) {
      if (from >= Math.min(to, total)) return [];
      const first = indexAt(from);
      const last = indexAt(Math.min(to, total) - 1);
      const owners = Array.from(
        { length: last + 1 - first },
        (_, i) => ordered[first + i] as number,
      );
      const skipped = from - (first === 0 ? 0 : (ends[first - 1] as number));
      return read(owners.filter((owner) => countOf(owner) > 0)).slice(skipped, skipped + to - from);
    },
  };
}
