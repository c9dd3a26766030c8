import type { ComponentChildren } from 'preact';
import { countWords, PAGE_SIZES } from '../../app/list-address.js';
import type { ListControl } from '../../app/use-list-state.js';

interface PagerProps {
  control: ListControl;
  meta: { page: number; limit: number; total: number };
  /** rows of this page */
  shown: number;
  children?: ComponentChildren;
}

/** `1 to 100 of 3,214`, the pages, and how many rows a page has. */
export function Pager({ control: { state, change }, meta, shown, children }: PagerProps) {
  const pages = Math.max(1, Math.ceil(meta.total / meta.limit));
  return (
    <div class="pager">
      <p role="status">{countWords(meta.page, meta.limit, shown, meta.total)}</p>
      <div class="buttons">
        <button
          type="button"
          disabled={state.page <= 1}
          aria-keyshortcuts="["
          onClick={() => change({ page: state.page - 1 })}
        >
          Previous
        </button>
        <button
          type="button"
          disabled={state.page >= pages}
          aria-keyshortcuts="]"
          onClick={() => change({ page: state.page + 1 })}
        >
          Next
        </button>
      </div>
      <label>
        Rows{' '}
        <select
          value={state.limit}
          onChange={(event) => change({ limit: Number(event.currentTarget.value) })}
        >
          {PAGE_SIZES.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
      </label>
      {children}
    </div>
  );
}
