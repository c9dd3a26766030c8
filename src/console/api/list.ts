import type { Topic } from './changes.js';
import { useResource, type Resource } from './resource.js';

/** A list in pages. `load` requests another page of it, with the same filters. */
export interface ListResource<T> extends Resource<T> {
  load: (page: { page: number; limit: number }) => Promise<T>;
}

/**
 * Requests a page of a list, as `useResource`.
 * @param query of the request; null: none yet
 * @param scope what else identifies the list, such as the task that it is of
 */
export function useList<Query extends object, T>(
  query: Query | null,
  request: (query: Query, signal: AbortSignal | null) => Promise<T>,
  topics: readonly Topic[] = [],
  scope = '',
): ListResource<T> {
  const key = query === null ? null : `${scope} ${JSON.stringify(query)}`;
  const resource = useResource(key, (signal) => request(query as Query, signal), topics);
  return { ...resource, load: (page) => request({ ...query, ...page } as Query, null) };
}
