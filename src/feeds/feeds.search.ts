import { sortedBy, type SortBy } from '../lib/lists/sort-by.js';
import { FEED_NAMES } from './feeds.catalog.js';
import type { FeedResponse } from './feeds.schemas.js';

/** Orders of the list of feeds. */
export const FEED_SORTS = [
  'id',
  'name',
  'status',
  'needed',
  'data_from',
  'checked_at',
  'records',
  'rejected',
] as const;

interface FeedSearch {
  q?: string | undefined;
  sort: SortBy<(typeof FEED_SORTS)[number]>;
}

/** Returns the feeds with a text, in the order of `sort`. Feeds without a time are last. */
export function searchFeeds(
  feeds: readonly FeedResponse[],
  { q = '', sort }: FeedSearch,
): FeedResponse[] {
  const found = feeds.filter(({ name, address, licence, error }) =>
    [name, address, licence, error ?? ''].some((text) => hasText(text, q)),
  );
  return sortedBy(found, sort, {
    id: ({ name }) => FEED_NAMES.indexOf(name),
    name: ({ name }) => name,
    status: ({ status }) => status,
    needed: ({ needed }) => Number(needed),
    data_from: ({ data_from }) => data_from,
    checked_at: ({ checked_at }) => checked_at,
    records: ({ records }) => records,
    rejected: ({ rejected }) => rejected,
  });
}

const hasText = (text: string, q: string): boolean => text.toLowerCase().includes(q.toLowerCase());
