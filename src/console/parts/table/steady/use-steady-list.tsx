import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { List, PagedBody } from '../../../api/list.js';
import { steadyWords } from './steady-words.js';

interface SteadyList<T> {
  /** the list to show */
  list: List<PagedBody<T>>;
  /** says that there are other rows, and shows them when asked */
  bar: ComponentChildren;
}

/**
 * Keeps the rows of a list in their places while events change it: rows do not move under the hand of the user. Changes
 * within the rows are shown at once.
 */
export function useSteadyList<T>(
  list: List<PagedBody<T>>,
  rowId: (row: T) => number | string,
): SteadyList<T> {
  const { key } = list; // of the request: another one shows its rows at once
  const shown = useRef<{ key: string; data: PagedBody<T> | null }>({ key: '', data: null });
  const newest = useRef<PagedBody<T> | null>(null);
  const isAsked = useRef(false);
  const [, draw] = useState(0);
  const isNew = list.data !== newest.current;
  newest.current = list.data;
  const isReplaced = isNew && (isAsked.current || shown.current.key !== key);
  const words =
    list.data === null || shown.current.data === null || isReplaced
      ? null
      : steadyWords(shown.current.data, list.data, rowId);
  if (words === null) shown.current = { key: isNew ? key : shown.current.key, data: list.data };
  if (isNew) isAsked.current = false;
  const show = (): void => {
    shown.current = { key, data: newest.current };
    draw((count) => count + 1);
  };
  return {
    list: {
      ...list,
      data: shown.current.data,
      reload: () => {
        isAsked.current = true;
        list.reload();
      },
    },
    bar: (
      <div role="status">
        {words !== null && (
          <p class="selection-bar">
            {words}
            <button type="button" class="quiet" onClick={show}>
              Show
            </button>
          </p>
        )}
      </div>
    ),
  };
}
