import { isEqual } from './bytes.js';
import type { OpenFindings } from './open-findings.js';
import type { FindingSelection } from './totals.js';

/** A value computed from each block of hosts, by the id of the block. */
export type KeptBlocks<T> = Map<number, { changes: number; value: T }>;

/**
 * Computes the values of blocks with changed hosts again. Returns whether there are any.
 * @param prepare gets the ids of these blocks; returns the function that computes the value of the hosts of one
 */
export function refreshBlocks<T>(
  kept: KeptBlocks<T>,
  blocks: OpenFindings['blocks'],
  prepare: (stale: ReadonlySet<number>) => (hosts: Iterable<number>, id: number) => T,
): boolean {
  const stale = [...blocks].filter(([id, { changes }]) => kept.get(id)?.changes !== changes);
  if (stale.length === 0) return false;
  const compute = prepare(new Set(stale.map(([id]) => id)));
  for (const [id, { changes, hosts }] of stale)
    kept.set(id, { changes, value: compute(hosts, id) });
  return true;
}

/** The input of values of blocks, besides the findings of their hosts. */
export interface BlockBasis {
  /** `facts` of the selection */
  selected: Uint8Array;
  accepted: FindingSelection['accepted'];
  /** of the hosts that were read: another map belongs to findings that were read again */
  blocks: OpenFindings['blocks'];
}

/**
 * Whether values from a basis are still true for blocks without changed hosts. New facts may follow the known ones:
 * they are on changed hosts only.
 */
export function isSameBasis(
  { selected, accepted, blocks }: BlockBasis,
  open: Pick<OpenFindings, 'blocks'>,
  selection: Pick<FindingSelection, 'facts' | 'accepted'>,
): boolean {
  if (accepted !== selection.accepted) return false;
  if (blocks !== open.blocks || selection.facts.length < selected.length) return false;
  return isEqual(selected, selection.facts.subarray(0, selected.length));
}
