import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ListState } from '../../app/list-address.js';

/** Values that identify a row. */
export type RowId = number | string;

/** The selected rows of a list. */
export interface Selection<Id extends RowId = number> {
  ids: ReadonlySet<Id>;
  /** all rows that match the filters, also those of other pages */
  isAllMatching: boolean;
  /** how many matched when all were selected; 0: they are selected one by one */
  matching: number;
  toggle: (id: Id) => void;
  /** selects or deselects the rows of the page in sight */
  setPage: (ids: readonly Id[], isSelected: boolean) => void;
  /** Selects all rows. @param total how many match, as is shown */
  selectAllMatching: (total: number) => void;
  clear: () => void;
}

/**
 * Returns the selection of a list. Other filters are another question: they clear it, for an action must not reach rows
 * that were not in sight. Rows that match later are not among the selected: an action on all names the number that was
 * shown when they were selected, and is refused if another number matches.
 */
export function useSelection<Id extends RowId = number>(
  state?: Pick<ListState, 'q' | 'filters'>,
): Selection<Id> {
  const ids = useSignal<ReadonlySet<Id>>(new Set());
  const matching = useSignal<number | null>(null);
  const set = (next: ReadonlySet<Id>): void => {
    ids.value = next;
    matching.value = null;
  };
  useEffect(() => set(new Set()), [JSON.stringify([state?.q, state?.filters])]);
  return {
    ids: ids.value,
    isAllMatching: matching.value !== null,
    matching: matching.value ?? 0,
    toggle: (id) => set(toggled(ids.value, id)),
    setPage: (page, isSelected) =>
      set(
        new Set(
          isSelected ? [...ids.value, ...page] : [...ids.value].filter((id) => !page.includes(id)),
        ),
      ),
    selectAllMatching: (total) => {
      matching.value = total;
    },
    clear: () => set(new Set()),
  };
}

function toggled<Id extends RowId>(ids: ReadonlySet<Id>, id: Id): Set<Id> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}
