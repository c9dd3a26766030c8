import type { BatchHosts } from '../../parts/agents/batch-words.js';
import type { ListState } from '../../app/list-address.js';

interface SelectedRows {
  ids: ReadonlySet<number>;
  isAllMatching: boolean;
}

/**
 * Returns the hosts of a selection; null: the selection has filters that the service does not know for hosts.
 * @param isWithout the list has the hosts without an agent
 * @param total rows that match
 */
export function selectedHosts(
  { ids, isAllMatching }: SelectedRows,
  { q, filters }: Pick<ListState, 'q' | 'filters'>,
  isWithout: boolean,
  total: number,
): BatchHosts | null {
  if (!isAllMatching) return { host_ids: [...ids] };
  const agent = isWithout ? 'none' : filters.state;
  const isKnown = agent === 'none' || agent === 'online' || agent === 'offline';
  if (!isKnown || filters.outdated !== undefined) return null;
  return { filter: { agent, ...(q !== '' && { q }) }, expected: total };
}
