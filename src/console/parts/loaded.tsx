import type { ComponentChildren } from 'preact';
import type { Resource } from '../api/resource.js';
import { href } from '../app/place.js';
import { Failure } from './failure.js';

interface LoadedProps<T> {
  of: Resource<T>;
  /** the heading until it is there */
  title?: string;
  children: (data: T) => ComponentChildren;
}

/** Shows the body of a response; until then that it is loading, or why it failed. */
export function Loaded<T>({ of: { data, error, reload }, title, children }: LoadedProps<T>) {
  return (
    <>
      {!data && title !== undefined && <h1 tabIndex={-1}>{title}</h1>}
      {error && <Failure error={error} retry={reload} />}
      {!data && !error && <p class="muted">Loading…</p>}
      {data && children(data)}
    </>
  );
}

/** Whether there is nothing at an address. */
export const isMissing = ({ error }: Pick<Resource<unknown>, 'error'>): boolean =>
  error?.status === 404 || error?.status === 400;

interface NoSuchProps {
  noun: string;
  id: string | undefined;
  /** the path of the list of those that exist */
  list: string;
  /** why it may be missing */
  reason?: string;
}

/** Says that there is nothing at an address, and where those that exist are. */
export function NoSuch({ noun, id, list, reason = ': it may have been deleted' }: NoSuchProps) {
  return (
    <>
      <h1 tabIndex={-1}>There is no such {noun}</h1>
      <p>
        No {noun} has the id <code>{id}</code>
        {reason}. <a href={href(list)}>Open the list of {noun}s</a>
      </p>
    </>
  );
}
