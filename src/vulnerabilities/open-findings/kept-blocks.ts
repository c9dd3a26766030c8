import type { OpenFindings } from './open-findings.js';

/** A value computed from each block of hosts, by the id of the block. */
export type KeptBlocks<T> = Map<number, { changes: number; value: T }>;

/**
 * Computes the values of blocks with changed hosts again. Returns whether there are any.
 * @param prepare returns the function that computes the value of some hosts
 */
export function refreshBlocks<T>(
  kept: KeptBlocks<T>,
  blocks: OpenFindings['blocks'],
  prepare: () => (hosts: Iterable<number>) => T,
): boolean {
  const stale = [...blocks].filter(([id, { changes }]) => kept.get(id)?.changes !== changes);
  if (stale.length === 0) return false;
  const compute = prepare();
  for (const [id, { changes, hosts }] of stale) kept.set(id, { changes, value: compute(hosts) });
  return true;
}
