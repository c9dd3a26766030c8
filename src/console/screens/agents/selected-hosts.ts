import type { BatchHosts } from '../../parts/agents/batch-words.js';
import type { ListState } from '../../app/list-address.js';

interface SelectedRows {
  ids: ReadonlySet<number>;
  isAllMatching: boolean;
}

/**
 * Returns the hosts of a selection. Where the service does not know its filters for hosts, `load` reads their ids.
 * @param isWithout the list has the hosts without an agent
 * @param total rows that match
 */
export function selectedHosts(
  { ids, isAllMatching }: SelectedRows,
  { q, filters }: Pick<ListState, 'q' | 'filters'>,
  isWithout: boolean,
  total: number,
  load: () => Promise<number[]>,
): BatchHosts {
  if (!isAllMatching) return { host_ids: [...ids] };
  const agent = isWithout ? 'none' : filters.state;
  const isKnown = agent === 'none' || agent === 'online' || agent === 'offline';
  if (!isKnown || filters.outdated !== undefined) return { load, expected: total };
  return { filter: { agent, ...(q !== '' && { q }) }, expected: total };
}
