import type { ComponentChildren } from 'preact';
import type { RowId, Selection } from './selection.js';
import { countText } from '../text/plural.js';

interface SelectionBarProps {
  selection: Selection<RowId>;
  /** rows that match the filters */
  total: number;
  actions: ComponentChildren;
}

/** The number of selected rows, and the actions for them. */
export function SelectionBar({ selection, total, actions }: SelectionBarProps) {
  const { ids, isAllMatching, selectAllMatching, clear } = selection;
  const all = countText(total);
  return (
    <div class="selection-bar">
      <p role="status">
        {isAllMatching ? `All ${all} that match are selected` : `${ids.size} selected`}
      </p>
      {!isAllMatching && total > ids.size && (
        <button type="button" class="quiet" onClick={selectAllMatching}>
          Select all {all} that match
        </button>
      )}
      <button type="button" class="quiet" onClick={clear}>
        Clear
      </button>
      {actions}
    </div>
  );
}
