import type { Api } from '../../api/shapes.js';
import type { ListState } from '../../app/list-address.js';

/** Returns the filter of a list as a body has it: for an action on all hosts that match. */
export function hostFilterBody({
  q,
  filters,
}: Pick<ListState, 'q' | 'filters'>): Api<'HostFilter'> {
  const { group_id, kev, ...texts } = filters;
  return {
    ...texts,
    ...(q !== '' && { q }),
    ...(group_id !== undefined && { group_id: Number(group_id) }),
    ...(kev !== undefined && { kev: kev === 'true' }),
  };
}
