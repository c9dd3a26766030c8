import { findFirst } from '../../../lib/lists/find-first.js';
import { sortStably } from '../../../lib/lists/sort-stably.js';
import { refreshBlocks, type KeptBlocks } from '../kept-blocks.js';
import type { OpenFindings } from '../open-findings.js';

/** A finding: its place in the numbers of its host. */
export interface PlacedFinding {
  host: number;
  at: number;
  numbers: Uint32Array;
}

/** Returns the findings of a fact (its number), by host. */
type FindingsOfFact = (fact: number) => PlacedFinding[];

/** Finds the findings of facts. */
export type FindingIndex = (open: OpenFindings) => FindingsOfFact;

/** The findings of a block of hosts, by fact and then by host. Five bytes for each of them. */
interface IndexedBlock {
  hosts: readonly number[];
  facts: Uint32Array;
  /** the place of the host in `hosts`: there are up to 256 */
  owners: Uint8Array;
}

/** Creates the index of one thread. After a change, only blocks with changed hosts are indexed again. */
export function createFindingIndex(): FindingIndex {
  let known: OpenFindings['blocks'] | null = null;
  let indexed: KeptBlocks<IndexedBlock> = new Map();
  let inOrder: IndexedBlock[] = [];
  return (open) => {
    if (known !== open.blocks) indexed = new Map(); // findings were read again
    known = open.blocks;
    if (refreshBlocks(indexed, open.blocks, () => (hosts) => indexBlock(open, hosts)))
      inOrder = [...indexed].sort(([a], [b]) => a - b).map(([, { value }]) => value);
    return (fact) => inOrder.flatMap((block) => findIn(open, block, fact));
  };
}

function indexBlock(open: OpenFindings, some: Iterable<number>): IndexedBlock {
  const hosts = [...some].sort((a, b) => a - b);
  const size = hosts.reduce((sum, id) => sum + (open.hosts.get(id)?.length ?? 0) / 3, 0);
  const facts = new Uint32Array(size);
  const owners = new Uint8Array(size);
  let from = 0;
  for (const [owner, id] of hosts.entries()) {
    const numbers = open.hosts.get(id) ?? new Uint32Array();
    const to = from + numbers.length / 3;
    facts.set(numbers.subarray(0, to - from), from);
    owners.fill(owner, from, to);
    from = to;
  }
  const order = sortStably(facts, open.facts.ids.length, null);
  const ordered = { hosts, facts: new Uint32Array(size), owners: new Uint8Array(size) };
  for (let rank = 0; rank < size; rank += 1) {
    const i = order[rank] as number;
    ordered.facts[rank] = facts[i] as number;
    ordered.owners[rank] = owners[i] as number;
  }
  return ordered;
}

function findIn(
  open: OpenFindings,
  { hosts, facts, owners }: IndexedBlock,
  fact: number,
): PlacedFinding[] {
  const found: PlacedFinding[] = [];
  const first = findFirst(facts.length, (rank) => (facts[rank] as number) >= fact);
  for (let rank = first; facts[rank] === fact; rank += 1) {
    const host = hosts[owners[rank] as number] as number;
    const numbers = open.hosts.get(host) as Uint32Array;
    found.push({ host, at: numbers.indexOf(fact), numbers });
  }
  return found;
}
