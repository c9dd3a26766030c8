import { findFirst } from '../../../lib/lists/find-first.js';
import { sortStably } from '../../../lib/lists/sort-stably.js';
import type { OpenFindings } from '../../open-findings/open-findings.js';
import type { FindingRanking } from './ranking.js';
import { refreshSelected, type SelectedBlocks } from './selected-blocks.js';
import { forEachSelected, type FlatSelection } from './selected-findings.js';

/** An order by a time: the latest one first, unless turned round. Equal findings are ordered by fact, then by host. */
export interface TimeOrder {
  by: 'first_seen' | 'last_seen';
  isReversed: boolean;
}

/**
 * The selected findings of a block of hosts in their order. `codes`: of each the place of its host in `hosts` (8 bits),
 * and its place in the numbers of that host (24 bits).
 */
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

/** The selected findings of each block of hosts in their order. */
export type OrderedBlocks = SelectedBlocks<OrderedBlock>;

/** @param known as of an earlier state of the findings, with the same order and period */
export const orderBlocks = (known: OrderedBlocks | null, question: TimeQuestion): OrderedBlocks =>
  refreshSelected(known, question, (hosts) => orderBlock(question, hosts));

function orderBlock({ open, selection, order, places }: TimeQuestion, ids: number[]): OrderedBlock {
  const hosts = ids.sort((a, b) => a - b);
  const size = hosts.reduce((sum, id) => sum + (open.hosts.get(id)?.length ?? 0) / 3, 0);
  const codes = new Uint32Array(size);
  const factPlaces = new Uint32Array(size);
  const times = new Uint32Array(size);
  const timeKey = createTimeKey(order);
  let count = 0;
  for (const [i, host] of hosts.entries())
    forEachSelected(open, selection, [host], (_host, at, numbers) => {
      codes[count] = i * PLACES + at;
      factPlaces[count] = places[numbers[at] as number] as number;
      times[count] = timeKey(numbers, at);
      count += 1;
    });
  const byFact = sortStably(factPlaces.subarray(0, count), places.length, null);
  const low = new Uint32Array(count);
  const high = new Uint32Array(count);
  for (let i = 0; i < count; i += 1) {
    low[i] = (times[i] as number) % DIGITS;
    high[i] = (times[i] as number) / DIGITS; // without the fraction
  }
  const ranks = sortStably(high, DIGITS, sortStably(low, DIGITS, byFact));
  const ordered = new Uint32Array(count);
  for (let rank = 0; rank < count; rank += 1)
    ordered[rank] = codes[ranks[rank] as number] as number;
  return { hosts, codes: ordered };
}

/** Returns the function that gives a number of a finding that is lower for times that are first. */
function createTimeKey({
  by,
  isReversed,
}: TimeOrder): (numbers: Uint32Array, at: number) => number {
  const third = by === 'first_seen' ? 1 : 2;
  const latest = TIMES - 1;
  return (numbers, at) => {
    const time = numbers[(third * numbers.length) / 3 + at] as number;
    return isReversed ? time : latest - time;
  };
}

/** Ranks the findings of all blocks together. */
export function rankBlocks({ values }: OrderedBlocks, question: TimeQuestion): FindingRanking {
  const { open, order, places } = question;
  const timeKey = createTimeKey(order);
  const blocks = [...values].sort(([a], [b]) => a - b).map(([, { value }]) => value);
  const findingAt = ({ hosts, codes }: OrderedBlock, rank: number) => {
    const code = codes[rank] as number;
    const host = hosts[code >>> BITS_OF_PLACE] as number;
    return { host, at: code % PLACES, numbers: open.hosts.get(host) as Uint32Array };
  };
  // A number for time and fact: with up to a million of facts it is exact.
  const keyAt = (block: OrderedBlock, rank: number): number => {
    const { numbers, at } = findingAt(block, rank);
    const place = places[numbers[at] as number] as number;
    return timeKey(numbers, at) * places.length + place;
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
