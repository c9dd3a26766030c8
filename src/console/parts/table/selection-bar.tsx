import type { ComponentChildren } from 'preact';
import type { RowId, Selection } from './selection.js';
import { countText } from '../text/plural.js';

interface SelectionBarProps {
  selection: Selection<RowId>;
  /** rows that match the filters now */
  total: number;
  actions: ComponentChildren;
}

/** The number of selected rows, and the actions for them. */
export function SelectionBar({ selection, total, actions }: SelectionBarProps) {
  const { ids, isAllMatching, matching, selectAllMatching, clear } = selection;
  const all = countText(total);
  const hasMore = isAllMatching ? total !== matching : total > ids.size;
  return (
    <div class="selection-bar">
      <p role="status">{isAllMatching ? allWords(matching, total) : `${ids.size} selected`}</p>
      {hasMore && (
        <button type="button" class="quiet" onClick={() => selectAllMatching(total)}>
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

/** Says which rows are selected, and that another number matches since. */
function allWords(matching: number, total: number): string {
  if (matching === total) return `All ${countText(total)} that match are selected`;
  return `All ${countText(matching)} that matched are selected; now ${countText(total)} match`;
}
