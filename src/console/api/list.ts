import { toRequest, type ListSpec, type ListState } from '../app/list-address.js';
import { useListState, type ListControl } from '../app/use-list-state.js';
import type { Topic } from './changes.js';
import { read, useRead, type Answer, type Query, type ReadParams, type ReadPath } from './read.js';
import type { Resource } from './resource.js';

/** A page of a list, as the service answers it. */
export interface PagedBody<T> {
  data: T[];
  meta: { page: number; limit: number; total: number };
}

/** A list in pages, whose state is in the address. `load` requests another page of it, with the same filters. */
export interface List<Body> extends Resource<Body> {
  control: ListControl;
  /** identifies what is listed: the path, and all parameters */
  key: string;
  load: (page: { page: number; limit: number }) => Promise<Body>;
}

/** Paths of lists. */
type ListPath = {
  [Path in ReadPath]: Query<Path> extends { page?: number | undefined } ? Path : never;
}[ReadPath];

/** A page of the list of a path. */
type Page<Path extends ListPath> = Extract<Answer<Path>, { data: unknown[] }> &
  Pick<PagedBody<unknown>, 'meta'>;

/** The orders and filters of a list in the address, and its other parameters. */
interface ListOptions<Path extends ListPath> extends ListSpec {
  /** the values of the path */
  of?: ReadParams<Path>['path'];
  /** parameters of each request; one that is undefined is taken away */
  query?: Query<Path> | ((state: ListState) => Query<Path>);
  topics?: readonly Topic[];
  /** it is not requested: its page says why */
  isOff?: boolean;
}

/**
 * Requests a page of a list, as `useResource`. An address can be written by hand: the service refuses values that it
 * does not know, with the reason.
 */
export function useApiList<Path extends ListPath>(
  path: Path,
  { of: values, query, topics = [], isOff = false, ...spec }: ListOptions<Path> = {},
): List<Page<Path>> {
  const control = useListState(spec);
  const more = typeof query === 'function' ? query(control.state) : query;
  const params = {
    ...(values && { path: values }),
    query: { ...toRequest(control.state), ...more } as object as Query<Path>,
  };
  const load: List<Page<Path>>['load'] = async (page) =>
    (await read(path, { ...params, query: { ...params.query, ...page } })) as Page<Path>;
  const resource = useRead(path, isOff ? null : params, topics);
  return {
    ...(resource as unknown as Resource<Page<Path>>),
    control,
    key: JSON.stringify(params),
    load,
  };
}
