import type { BatchHosts } from '../../parts/agents/batch-words.js';
import type { ListState } from '../../app/list-address.js';

interface SelectedRows {
  ids: ReadonlySet<number>;
  isAllMatching: boolean;
  matching: number;
}

/**
 * Returns the hosts of a selection. Where the service does not know its filters for hosts, `load` reads their ids.
 * @param isWithout the list has the hosts without an agent
 */
export function selectedHosts(
  { ids, isAllMatching, matching: expected }: SelectedRows,
  { q, filters }: Pick<ListState, 'q' | 'filters'>,
  isWithout: boolean,
  load: () => Promise<number[]>,
): BatchHosts {
  if (!isAllMatching) return { host_ids: [...ids] };
  const agent = isWithout ? 'none' : filters.state;
  const isKnown = agent === 'none' || agent === 'online' || agent === 'offline';
  if (!isKnown || filters.outdated !== undefined) return { load, expected };
  return { filter: { agent, ...(q !== '' && { q }) }, expected };
}
