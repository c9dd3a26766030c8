import { address, navigate } from './router.js';
import { readList, writeList, type ListSpec, type ListState } from './list-address.js';

/** The state of the list of a screen, in the address of the page. */
export interface ListControl {
  state: ListState;
  spec: ListSpec;
  /** Changes it. A change other than of the page begins at the first page. `replace`: no new entry for Back. */
  change: (changes: Partial<ListState>, options?: { replace?: boolean }) => void;
}

/** Returns the state of the list of this screen. */
export function useListState(spec: ListSpec): ListControl {
  const { path, query } = address.value;
  const state = readList(query, spec);
  return {
    state,
    spec,
    change: (changes, options) => {
      const known = new Set(['page', 'limit', 'q', 'sort', ...(spec.filters ?? [])]);
      const others = Object.entries(query).filter(([name]) => !known.has(name));
      const next = writeList({ ...state, page: 1, ...changes });
      navigate(path, { ...Object.fromEntries(others), ...next }, options);
    },
  };
}
