import { api, unwrap } from '../../api/client.js';
import type { Api } from '../../api/shapes.js';
import { useResource } from '../../api/resource.js';
import type { FilterChoice } from '../table/columns.js';

const SHOWN = 200;

/** Returns the first groups, for names and choices; empty until they are loaded. */
export function useGroups(): readonly Api<'Group'>[] {
  const { data } = useResource('groups', (signal) =>
    unwrap(api.GET('/groups', { params: { query: { limit: SHOWN } }, signal })),
  );
  return data?.data ?? [];
}

/** Returns the name of a group. */
export const groupName = (groups: readonly Api<'Group'>[], id: number): string =>
  groups.find((group) => group.id === id)?.name ?? `group ${id}`;

/** Returns the filter of a list by group. */
export const groupFilter = (groups: readonly Api<'Group'>[]): FilterChoice => ({
  name: 'group_id',
  label: 'Group',
  options: groups.map(({ id, name }) => [`${id}`, name]),
});
