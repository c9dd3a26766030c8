import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ListState } from '../../app/list-address.js';

/** The selected rows of a list. */
export interface Selection {
  ids: ReadonlySet<number>;
  /** all rows that match the filters, also those of other pages */
  isAllMatching: boolean;
  toggle: (id: number) => void;
  /** selects or deselects the rows of the page in sight */
  setPage: (ids: readonly number[], isSelected: boolean) => void;
  selectAllMatching: () => void;
  clear: () => void;
}

/**
 * Returns the selection of a list. Other filters are another question: they clear it, for an action must not reach rows
 * that were not in sight.
 */
export function useSelection(state?: Pick<ListState, 'q' | 'filters'>): Selection {
  const ids = useSignal<ReadonlySet<number>>(new Set());
  const isAll = useSignal(false);
  const set = (next: ReadonlySet<number>): void => {
    ids.value = next;
    isAll.value = false;
  };
  useEffect(() => set(new Set()), [JSON.stringify([state?.q, state?.filters])]);
  return {
    ids: ids.value,
    isAllMatching: isAll.value,
    toggle: (id) => set(toggled(ids.value, id)),
    setPage: (page, isSelected) =>
      set(
        new Set(
          isSelected ? [...ids.value, ...page] : [...ids.value].filter((id) => !page.includes(id)),
        ),
      ),
    selectAllMatching: () => {
      isAll.value = true;
    },
    clear: () => set(new Set()),
  };
}

function toggled(ids: ReadonlySet<number>, id: number): Set<number> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}
