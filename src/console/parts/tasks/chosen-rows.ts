import { useRef } from 'preact/hooks';
import type { List, PagedBody } from '../../api/list.js';
import { loadMatching } from '../table/load-rows.js';
import type { Selection } from '../table/selection.js';

/** As many rows as an action takes that sends a request for each. */
const MAX_EACH = 1000;

/** The rows of a selection, for actions that send a request for each. */
export interface ChosenRows<T> {
  count: number;
  /** the rows, as far as they are known before they are loaded; null: all that match */
  rows: readonly T[] | null;
  /** why there is no action on this number of rows; null: there is */
  hint: string | null;
  /** Returns the rows. Throws ApiError, as when another number matches than was shown. */
  load: () => Promise<readonly T[]>;
}

/** Returns the rows of a selection: those that were selected, or all that match, which are read when needed. */
export function useChosenRows<T extends { id: number }>(
  { ids, isAllMatching, matching }: Selection,
  list: List<PagedBody<T>>,
): ChosenRows<T> {
  const seen = useRef(new Map<number, T>()); // rows of other pages may be selected as well
  for (const row of list.data?.data ?? []) seen.current.set(row.id, row);
  if (!isAllMatching) {
    const rows = [...ids].flatMap((id) => seen.current.get(id) ?? []);
    return { count: rows.length, rows, hint: null, load: () => Promise.resolve(rows) };
  }
  return {
    count: matching,
    rows: null,
    hint: matching > MAX_EACH ? 'At most 1,000 at once: filter for less' : null,
    load: () => loadMatching(list.load, matching),
  };
}
