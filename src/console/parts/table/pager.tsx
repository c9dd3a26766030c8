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
  // Not disabled at the ends: the button that was pressed would lose the focus.
  const step = (text: string, shortcut: string, page: number) => (
    <button
      type="button"
      aria-disabled={page < 1 || page > pages}
      aria-keyshortcuts={shortcut}
      onClick={() => {
        if (page >= 1 && page <= pages) change({ page });
      }}
    >
      {text}
    </button>
  );
  const controls = (
    <>
      <div class="buttons">
        {step('Previous', '[', state.page - 1)}
        {step('Next', ']', state.page + 1)}
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
    </>
  );
  return (
    <div class={meta.total === 0 ? 'pager visually-hidden' : 'pager'}>
      <p role="status">{countWords(meta.page, meta.limit, shown, meta.total)}</p>
      {meta.total > 0 && controls}
    </div>
  );
}
