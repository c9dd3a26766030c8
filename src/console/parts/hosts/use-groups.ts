import { useSignal } from '@preact/signals';
import { useRead } from '../../api/read.js';
import type { Api } from '../../api/shapes.js';
import type { ListControl } from '../../app/use-list-state.js';
import type { FilterChoice } from '../table/columns.js';

const SHOWN = 200;

/** Returns the first groups, for names and choices; empty until they are loaded, and while they are not needed. */
export const useGroups = (isNeeded = true): readonly Api<'Group'>[] =>
  useLoadedGroups(isNeeded) ?? [];

/** Returns the first groups, none if they cannot be loaded; null: not yet. */
export function useLoadedGroups(isNeeded = true): readonly Api<'Group'>[] | null {
  const params = isNeeded ? { query: { limit: SHOWN } } : null;
  const { data, error } = useRead('/groups', params, ['groups']);
  return data?.data ?? (error ? [] : null);
}

/** Returns the filter of a list by group. The groups are loaded when it is shown, or is set. */
export function useGroupFilter({ state }: ListControl): FilterChoice {
  const isShown = useSignal(false);
  const groups = useGroups(isShown.value || state.filters.group_id !== undefined);
  return {
    name: 'group_id',
    label: 'Group',
    options: groups.map(({ id, name }) => [`${id}`, name]),
    onShown: () => {
      isShown.value = true;
    },
  };
}

/** Returns the name of a group. */
export const groupName = (groups: readonly Api<'Group'>[], id: number): string =>
  groups.find((group) => group.id === id)?.name ?? `group ${id}`;
