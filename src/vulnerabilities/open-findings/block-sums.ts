import { isSameBasis, refreshBlocks, type BlockBasis, type KeptBlocks } from './kept-blocks.js';
import type { OpenFindings } from './open-findings.js';
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

interface Known extends BlockBasis {
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
      if (known === null || !isSame(known, numbers) || !isSameBasis(known, open, selection))
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

const isSame = (known: Known, numbers: readonly number[] | null): boolean =>
  known.numbers?.length === numbers?.length &&
  !known.numbers?.some((number, at) => number !== numbers?.[at]);

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
