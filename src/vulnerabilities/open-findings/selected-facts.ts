import { isSameBasis, refreshBlocks, type BlockBasis, type KeptBlocks } from './kept-blocks.js';
import type { OpenFindings } from './open-findings.js';
import { findOpen, findSelectedFacts, SELECTED_ON_SOME, type FindingSelection } from './totals.js';

/**
 * Finds the facts that have a selected finding as `findSelectedFacts`, and keeps those that blocks of hosts have: after
 * a change, only blocks with changed hosts are read again.
 */
export type FindSelectedFacts = (open: OpenFindings, selection: FindingSelection) => Uint8Array;

interface Known extends BlockBasis {
  /** facts that are selected on some hosts, and found on hosts of the block */
  found: KeptBlocks<readonly number[]>;
}

export function createSelectedFacts(): FindSelectedFacts {
  let known: Known | null = null;
  return (open, selection) => {
    const { facts, hosts, accepted } = selection;
    if (hosts !== null || !facts.includes(SELECTED_ON_SOME))
      return findSelectedFacts(open, selection);
    if (known === null || !isSameBasis(known, open, selection))
      known = { selected: facts, accepted, blocks: open.blocks, found: new Map() };
    known.selected = facts;
    refreshBlocks(known.found, open.blocks, () => {
      const onSome = facts.map((selected) => (selected === SELECTED_ON_SOME ? selected : 0));
      return (some) => {
        const found = findSelectedFacts(open, { ...selection, facts: onSome, hosts: [...some] });
        return [...found.keys()].filter((fact) => found[fact] === 1);
      };
    });
    const found = findOpen(open, facts);
    for (const { value } of known.found.values()) for (const fact of value) found[fact] = 1;
    return found;
  };
}
