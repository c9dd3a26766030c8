import { useSignal } from '@preact/signals';

/** Values that identify a row. */
export type RowId = number | string;

/** The selected rows of a list. */
export interface Selection<Id extends RowId = number> {
  ids: ReadonlySet<Id>;
  /** all rows that match the filters, also those of other pages */
  isAllMatching: boolean;
  toggle: (id: Id) => void;
  /** selects or deselects the rows of the page in sight */
  setPage: (ids: readonly Id[], isSelected: boolean) => void;
  selectAllMatching: () => void;
  clear: () => void;
}

/** Returns the selection of a list. */
export function useSelection<Id extends RowId = number>(): Selection<Id> {
  const ids = useSignal<ReadonlySet<Id>>(new Set());
  const isAll = useSignal(false);
  const set = (next: ReadonlySet<Id>): void => {
    ids.value = next;
    isAll.value = false;
  };
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

function toggled<Id extends RowId>(ids: ReadonlySet<Id>, id: Id): Set<Id> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}
