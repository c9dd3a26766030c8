import { countText } from '../parts/text/plural.js';

/** The choices of the user in a list. All of it is in the address of the page. */
export interface ListState {
  page: number;
  limit: number;
  q: string;
  /** a value of the parameter `sort`; empty: the default of the service */
  sort: string;
  /** filters by name; one that is not set is absent */
  filters: Readonly<Record<string, string>>;
}

/** The orders and filters that a list understands. */
export interface ListSpec {
  sorts?: readonly string[];
  filters?: readonly string[];
}

export const PAGE_SIZES = [25, 50, 100, 250, 500];
const DEFAULT_LIMIT = 100;
const MAX_PAGE = 1_000_000_000;

/** Reads the state of a list from the query of the page. Values that are not understood are ignored. */
export function readList(
  query: Readonly<Record<string, string>>,
  { sorts = [], filters = [] }: ListSpec,
): ListState {
  const { page = '', limit = '', q = '', sort = '' } = query;
  const size = Number(limit);
  const number = /^[1-9]\d{0,9}$/.test(page) ? Number(page) : 1;
  return {
    page: Math.min(number, MAX_PAGE),
    limit: PAGE_SIZES.includes(size) ? size : DEFAULT_LIMIT,
    q,
    sort: sorts.includes(sort) ? sort : '',
    filters: Object.fromEntries(
      filters.flatMap((name) => (query[name] ? [[name, query[name]]] : [])),
    ),
  };
}

/** Returns the query of the page for a state. Defaults are left out, so that equal lists have equal addresses. */
export function writeList({ page, limit, q, sort, filters }: ListState): Record<string, string> {
  return {
    ...(q !== '' && { q }),
    ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '')),
    ...(sort !== '' && { sort }),
    ...(limit !== DEFAULT_LIMIT && { limit: String(limit) }),
    ...(page > 1 && { page: String(page) }),
  };
}

/** Returns the parameters of the request for a state. */
export const toRequest = ({ page, limit, q, sort, filters }: ListState) => ({
  page,
  limit,
  ...(q !== '' && { q }),
  ...(sort !== '' && { sort }),
  ...filters,
});

/** Returns `1 to 100 of 3,214`. */
export function countWords(page: number, limit: number, shown: number, total: number): string {
  if (shown === 0) return `0 of ${countText(total)}`;
  const first = (page - 1) * limit + 1;
  return `${countText(first)} to ${countText(first + shown - 1)} of ${countText(total)}`;
}
