import { AppError } from '../../errors.js';
import type { HostFilter } from './host-filter.js';

/** Selects hosts by what is known about their findings. */
export interface HostFindingsFilter {
  /** at least one open finding has this severity or a higher one */
  severity?: 'critical' | 'high' | 'medium' | 'low' | 'none' | 'unknown' | undefined;
  /** whether a known exploited vulnerability is open */
  kev?: boolean | undefined;
  coverage?: 'checked' | 'not_checked' | undefined;
}

/** Selects hosts by their columns and their findings: both must match. */
export interface SelectedHosts {
  filter: HostFilter;
  findings: HostFindingsFilter;
}

/** Finds the hosts of a selection, as of everything that is committed; ids ascending. */
interface HostFinder {
  ask: (question: 'hostIds', query: SelectedHosts) => Promise<number[]>;
}

/**
 * Returns the ids of the hosts that match. 409 if their number is not the expected one: the sender saw other
 * hosts than would change.
 */
export async function selectHosts(
  fleet: HostFinder,
  selection: SelectedHosts,
  expected: number,
): Promise<number[]> {
  const ids = await fleet.ask('hostIds', selection);
  if (ids.length === expected) return ids;
  throw new AppError('selection_changed', `${ids.length} hosts match now, not ${expected}`, {
    errors: [{ in: 'body', path: '/expected', message: `${ids.length} hosts match` }],
  });
}
