import { findFirst } from '../../../lib/lists/find-first.js';
import { sortStably } from '../../../lib/lists/sort-stably.js';
import type { OpenFindings } from '../open-findings.js';

/** A finding: its place in the numbers of its host. */
export interface PlacedFinding {
  host: number;
  at: number;
  numbers: Uint32Array;
}

/**
 * Returns the findings of facts (their numbers): in the order of the facts, those of one by host.
 * @param wanted ids of blocks of hosts; undefined: all
 */
export type FindingIndex = (
  open: OpenFindings,
  facts: readonly number[],
  wanted?: ReadonlySet<number>,
) => PlacedFinding[];

/** The findings of a block of hosts, by fact and then by host. Five bytes for each of them. */
interface IndexedBlock {
  hosts: readonly number[];
  facts: Uint32Array;
  /** the place of the host in `hosts`: there are up to 256 */
  owners: Uint8Array;
}

/** A block since its last change. `reads`: calls that read it; `index`: null: not indexed yet. */
interface KnownBlock {
  changes: number;
  reads: number;
  index: IndexedBlock | null;
}

/** Indexing a block takes ten times as long as reading it once: it must stay the same for this number of calls. */
const READS_BEFORE_INDEX = 4;
/** A call indexes at most this many. */
const INDEXED_PER_CALL = 4;

/**
 * Creates the index of one thread. Blocks that changed since the last call are only read: where findings change all the
 * time, an index would be built for one call. Others are indexed, a few with each call.
 */
export function createFindingIndex(): FindingIndex {
  let known: OpenFindings['blocks'] | null = null;
  const blocks = new Map<number, KnownBlock>();
  return (open, facts, wantedBlocks) => {
    if (known !== open.blocks) blocks.clear(); // findings were read again
    known = open.blocks;
    const found = new Map(facts.map((fact) => [fact, [] as PlacedFinding[]]));
    const wanted = markFacts(open, facts);
    let left = INDEXED_PER_CALL;
    for (const [id, { changes, hosts }] of [...open.blocks].sort(([x], [y]) => x - y)) {
      if (wantedBlocks?.has(id) === false) continue;
      let block = blocks.get(id);
      if (block?.changes !== changes) block = { changes, reads: 0, index: null };
      blocks.set(id, block);
      if (block.index === null && block.reads >= READS_BEFORE_INDEX && left > 0) {
        block.index = indexBlock(open, hosts);
        left -= 1;
      }
      block.reads += 1;
      if (block.index === null) readBlock(open, hosts, { wanted, found });
      else for (const [fact, list] of found) findIn(open, block.index, fact, list);
    }
    return [...found.values()].flat();
  };
}

/** Returns a mark at the number of each of these facts. */
function markFacts({ facts: { ids } }: OpenFindings, facts: readonly number[]): Uint8Array {
  const wanted = new Uint8Array(ids.length);
  for (const fact of facts) wanted[fact] = 1;
  return wanted;
}

interface WantedFindings {
  wanted: Uint8Array;
  /** the findings of each wanted fact */
  found: ReadonlyMap<number, PlacedFinding[]>;
}

/** Adds the findings of facts on these hosts. */
function readBlock(
  open: OpenFindings,
  hosts: Iterable<number>,
  { wanted, found }: WantedFindings,
): void {
  for (const host of [...hosts].sort((a, b) => a - b)) {
    const numbers = open.hosts.get(host) ?? new Uint32Array();
    const count = numbers.length / 3;
    for (let at = 0; at < count; at += 1) {
      const fact = numbers[at] as number;
      if (wanted[fact] === 1) found.get(fact)?.push({ host, at, numbers });
    }
  }
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

/** Adds the findings of a fact to a list. */
function findIn(
  open: OpenFindings,
  { hosts, facts, owners }: IndexedBlock,
  fact: number,
  found: PlacedFinding[],
): void {
  const first = findFirst(facts.length, (rank) => (facts[rank] as number) >= fact);
  for (let rank = first; facts[rank] === fact; rank += 1) {
    const host = hosts[owners[rank] as number] as number;
    const numbers = open.hosts.get(host) as Uint32Array;
    found.push({ host, at: numbers.indexOf(fact), numbers });
  }
}
