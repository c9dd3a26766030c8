import {
  isSameBasis,
  refreshBlocks,
  type BlockBasis,
  type KeptBlocks,
} from '../../open-findings/kept-blocks.js';
import type { OpenFindings } from '../../open-findings/open-findings.js';
import type { FlatSelection } from './selected-findings.js';

/**
 * A value of the selected findings of each block of hosts: after a change, only those of changed blocks are computed.
 */
export interface SelectedBlocks<T> extends BlockBasis {
  /** of the selection */
  hosts: readonly number[] | null;
  values: KeptBlocks<T>;
}

/**
 * @param known as of an earlier state of the findings, with the same period
 * @param compute returns the value of the selected ones of the hosts of a block
 */
export function refreshSelected<T>(
  known: SelectedBlocks<T> | null,
  { open, selection }: { open: OpenFindings; selection: FlatSelection },
  compute: (hosts: number[]) => T,
): SelectedBlocks<T> {
  const { facts: selected, accepted, hosts } = selection;
  const isSame =
    known !== null &&
    isSameBasis(known, open, selection) &&
    JSON.stringify(known.hosts) === JSON.stringify(hosts);
  const values = isSame ? known.values : new Map<number, { changes: number; value: T }>();
  const wanted = hosts === null ? null : new Set(hosts);
  const isWanted = (id: number): boolean => wanted === null || wanted.has(id);
  refreshBlocks(values, open.blocks, () => (some) => compute([...some].filter(isWanted)));
  return { selected, accepted, blocks: open.blocks, hosts, values };
}
