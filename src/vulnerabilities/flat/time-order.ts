import { findFirst } from '../../lib/find-first.js';
import { sortStably } from '../../lib/sort-stably.js';
import {
  isSameBasis,
  refreshBlocks,
  type BlockBasis,
  type KeptBlocks,
} from '../open-findings/kept-blocks.js';
import type { OpenFindings } from '../open-findings/open-findings.js';
import type { Ranking } from './ranking.js';
import { forEachSelected, type FlatSelection } from './selected-findings.js';

/** An order by a time: the latest one first, unless turned round. Equal findings are ordered by fact, then by host. */
export interface TimeOrder {
  by: 'first_seen' | 'last_seen';
  isReversed: boolean;
}

/** The selected findings of each block of hosts in their order: after a change, only changed blocks are ordered again. */
export interface OrderedBlocks extends BlockBasis {
  /** of the selection */
  hosts: readonly number[] | null;
  ordered: KeptBlocks<OrderedBlock>;
}

/** `codes`: of each finding the place of its host in `hosts` (8 bits) and its place in the numbers of that (24 bits). */
interface OrderedBlock {
  hosts: readonly number[];
  codes: Uint32Array;
}

const BITS_OF_PLACE = 24;
const PLACES = 2 ** BITS_OF_PLACE;
const TIMES = 2 ** 32;
const DIGITS = 2 ** 16;

interface TimeQuestion {
  open: OpenFindings;
  selection: FlatSelection;
  order: TimeOrder;
  /** of facts, by their number */
  places: Uint32Array;
}

/** @param known as of an earlier state of the findings, with the same order and period */
export function orderBlocks(known: OrderedBlocks | null, question: TimeQuestion): OrderedBlocks {
  const { open, selection } = question;
  const { facts: selected, accepted, hosts } = selection;
  const isSame =
    known !== null &&
    isSameBasis(known, open, selection) &&
    JSON.stringify(known.hosts) === JSON.stringify(hosts);
  const ordered = isSame ? known.ordered : new Map<number, never>();
  refreshBlocks(ordered, open.blocks, () => {
    const wanted = hosts === null ? null : new Set(hosts);
    return (some) =>
      orderBlock(
        question,
        [...some].filter((id) => wanted?.has(id) ?? true),
      );
  });
  return { selected, accepted, blocks: open.blocks, hosts, ordered };
}

function orderBlock({ open, selection, order, places }: TimeQuestion, ids: number[]): OrderedBlock {
  const hosts = ids.sort((a, b) => a - b);
  const size = hosts.reduce((sum, id) => sum + (open.hosts.get(id)?.length ?? 0) / 3, 0);
  const codes = new Uint32Array(size);
  const factPlaces = new Uint32Array(size);
  const times = new Uint32Array(size);
  let count = 0;
  for (const [i, host] of hosts.entries())
    forEachSelected(open, selection, [host], (_host, at, numbers) => {
      codes[count] = i * PLACES + at;
      factPlaces[count] = places[numbers[at] as number] as number;
      times[count] = orderedTime(order, numbers, at);
      count += 1;
    });
  const found = times.subarray(0, count);
  const byFact = sortStably(factPlaces.subarray(0, count), places.length, null);
  const low = found.map((time) => time % DIGITS);
  const high = found.map((time) => time / DIGITS); // without the fraction
  const ranks = sortStably(high, DIGITS, sortStably(low, DIGITS, byFact));
  return { hosts, codes: ranks.map((i) => codes[i] as number) };
}

/** Returns a number that is lower for times that are first. */
function orderedTime({ by, isReversed }: TimeOrder, numbers: Uint32Array, at: number): number {
  const column = by === 'first_seen' ? 1 : 2;
  const time = numbers[(column * numbers.length) / 3 + at] as number;
  return isReversed ? time : TIMES - 1 - time;
}

/** Ranks the findings of all blocks together. */
export function rankBlocks({ ordered }: OrderedBlocks, question: TimeQuestion): Ranking {
  const { open, order, places } = question;
  const blocks = [...ordered].sort(([a], [b]) => a - b).map(([, { value }]) => value);
  const findingAt = ({ hosts, codes }: OrderedBlock, rank: number) => {
    const code = codes[rank] as number;
    const host = hosts[code >>> BITS_OF_PLACE] as number;
    return { host, at: code % PLACES, numbers: open.hosts.get(host) as Uint32Array };
  };
  // A number for time and fact: with up to a million of facts it is exact.
  const keyAt = (block: OrderedBlock, rank: number): number => {
    const { numbers, at } = findingAt(block, rank);
    const place = places[numbers[at] as number] as number;
    return orderedTime(order, numbers, at) * places.length + place;
  };
  const split = (rank: number) => splitAt(blocks, rank, keyAt, TIMES * places.length);
  return {
    total: blocks.reduce((sum, { codes }) => sum + codes.length, 0),
    pick(from, to) {
      const starts = split(from);
      const ends = split(to);
      const found = blocks.flatMap((block, b) =>
        Array.from({ length: (ends[b] ?? 0) - (starts[b] ?? 0) }, (_, i) => {
          const rank = (starts[b] ?? 0) + i;
          return { key: keyAt(block, rank), ...findingAt(block, rank) };
        }),
      );
      return found.sort((a, b) => a.key - b.key); // equal ones are by host already
    },
  };
}

/**
 * Returns how many findings of each block are among the first ones of all.
 * @param rank the number of all these
 * @param keyAt ascending; of equal ones in several blocks, those of the first block are first
 * @param end higher than any key
 */
function splitAt(
  blocks: readonly OrderedBlock[],
  rank: number,
  keyAt: (block: OrderedBlock, rank: number) => number,
  end: number,
): number[] {
  const countBelow = (key: number): number[] =>
    blocks.map((block) => findFirst(block.codes.length, (i) => keyAt(block, i) >= key));
  const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);
  const key = findFirst(end, (candidate) => sum(countBelow(candidate + 1)) > rank);
  const below = countBelow(key);
  const upTo = countBelow(key + 1);
  let missing = rank - sum(below);
  return below.map((count, b) => {
    const taken = Math.min(missing, (upTo[b] ?? 0) - count);
    missing -= taken;
    return count + taken;
  });
}
