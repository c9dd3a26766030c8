import { refreshBlocks, type KeptBlocks } from './kept-blocks.js';
import type { OpenFindings } from './open-findings.js';
import { isEqual } from './bytes.js';
import {
  addTotals,
  createTotals,
  sumByVulnerability,
  sumHosts,
  type FindingSelection,
  type VulnerabilityTotals,
} from './totals.js';

/**
 * Sums selected findings by vulnerability, and keeps the sums of blocks of hosts: after a change, only the blocks with
 * changed hosts are added up again.
 */
export interface BlockSums {
  /** Returns the totals of some vulnerabilities by their position; of all (null) by their number. */
  sum: (
    open: OpenFindings,
    selection: FindingSelection,
    numbers: readonly number[] | null,
  ) => VulnerabilityTotals;
}

interface Known {
  selected: Uint8Array;
  accepted: FindingSelection['accepted'];
  /** of the hosts that were read: another map belongs to findings that were read again */
  blocks: OpenFindings['blocks'];
  numbers: readonly number[] | null;
  sums: KeptBlocks<VulnerabilityTotals>;
  /** of all blocks; null: not added up yet */
  combined: VulnerabilityTotals | null;
}

export function createBlockSums(): BlockSums {
  let known: Known | null = null;
  return {
    sum(open, selection, numbers) {
      if (selection.hosts !== null)
        return sumByVulnerability(open, selection, numbers ?? allNumbers(open));
      const { facts: selected, accepted } = selection;
      if (known === null || !isSame(known, open, { selected, accepted, numbers }))
        known = {
          selected,
          accepted,
          blocks: open.blocks,
          numbers,
          sums: new Map(),
          combined: null,
        };
      known.selected = selected;
      if (refresh(known, open, selection)) known.combined = null;
      known.combined ??= combine(known, open);
      return known.combined;
    },
  };
}

/** New facts may follow the known ones: they are on changed hosts only. */
function isSame(
  known: Known,
  open: OpenFindings,
  { selected, accepted, numbers }: Pick<Known, 'selected' | 'accepted' | 'numbers'>,
): boolean {
  if (known.accepted !== accepted) return false;
  if (known.blocks !== open.blocks || selected.length < known.selected.length) return false;
  if (known.numbers?.length !== numbers?.length) return false;
  if (known.numbers?.some((number, at) => number !== numbers?.[at])) return false;
  return isEqual(known.selected, selected.subarray(0, known.selected.length));
}

/** Adds up the blocks that changed. Returns whether there are any. */
const refresh = (
  { blocks, sums, numbers }: Known,
  open: OpenFindings,
  selection: FindingSelection,
): boolean =>
  refreshBlocks(sums, blocks, () => sumHosts(open, selection, numbers ?? allNumbers(open)));

function combine({ sums, numbers }: Known, open: OpenFindings): VulnerabilityTotals {
  const combined = createTotals(numbers?.length ?? open.facts.vulnerabilities.length);
  for (const { value } of sums.values()) addTotals(combined, value);
  return combined;
}

const allNumbers = ({ facts }: OpenFindings): number[] => [...facts.vulnerabilities.keys()];
