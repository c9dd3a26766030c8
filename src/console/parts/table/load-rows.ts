import { ApiError } from '../../api/problem.js';
import { countText } from '../text/plural.js';

const PER_REQUEST = 1000;
const MAX_ROWS = 10_000;

/** Requests a page of a list with its filters. */
export type LoadPage<T> = (page: { page: number; limit: number }) => Promise<{
  data: T[];
  meta: { total: number };
}>;

/** Returns the rows of all pages, at most 10,000. `total`: all that match. Throws ApiError. */
export async function loadRows<T>(load: LoadPage<T>): Promise<{ rows: T[]; total: number }> {
  const rows: T[] = [];
  for (let page = 1; ; page += 1) {
    const { data, meta } = await load({ page, limit: PER_REQUEST });
    rows.push(...data);
    const isLast = data.length < PER_REQUEST || rows.length >= MAX_ROWS;
    if (isLast) return { rows, total: meta.total };
  }
}

/**
 * Returns all rows that match, for an action on them. Throws ApiError if their number is not the one that was shown:
 * others would be changed than those in sight.
 */
export async function loadMatching<T>(load: LoadPage<T>, expected: number): Promise<T[]> {
  const { rows, total } = await loadRows(load);
  if (total !== expected)
    throw new ApiError(
      409,
      'selection_changed',
      `${countText(total)} match now, not ${countText(expected)}; nothing was changed`,
    );
  if (rows.length < total)
    throw new ApiError(422, 'too_many', `More than ${countText(MAX_ROWS)}: filter for less`);
  return rows;
}
