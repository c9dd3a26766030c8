import type { ErrorCode } from '../../errors.js';
import { printable, shorten } from '../../lib/text.js';
import { CommandError } from '../output/errors.js';
import type { ApiResponse, Client } from './types.js';

interface ListResponse<T> {
  data: T[];
  meta: { total: number };
}

const PAGE_SIZE = 1000;
const MAX_MESSAGE = 500;

/**
 * Returns the `data` of a response. Throws CommandError with the message of the service if it rejects the
 * request: exit code 2 for an error of the user, otherwise 1.
 */
export async function getData<T>(
  client: Client,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  return readData<T>(await client.request(method, path, body));
}

/** Returns the `data` of a received response. Errors as in `getData`; `usageErrors` as in `toCommandError`. */
export function readData<T>(response: ApiResponse, usageErrors?: readonly number[]): T {
  const { status, body } = response;
  if (status < 200 || status > 299) throw toCommandError(response, usageErrors);
  if (typeof body === 'object' && body !== null && 'data' in body) return body.data as T;
  throw new CommandError('Not a hostwarden service');
}

/** Sends a request whose response has no body. Errors as in `getData`. */
export async function send(
  client: Client,
  method: string,
  path: string,
  body?: unknown,
): Promise<void> {
  const response = await client.request(method, path, body);
  if (response.status !== 204) throw toCommandError(response);
}

/** Filters of a list; those that are undefined do not filter. */
export type Filters = Readonly<Record<string, string | number | true | undefined>>;

/** Returns a path with its query. */
export function withQuery(path: string, filters: Filters): string {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  const query = given.map(([name, value]): [string, string] => [name, String(value)]);
  return `${path}?${new URLSearchParams(query).toString()}`;
}

/** Returns all items of a paged list that match `filters`. */
export const listAll = <T>(client: Client, path: string, filters: Filters = {}): Promise<T[]> =>
  listPages<T>(client, path, filters, Infinity);

/** Returns the first `max` items of a paged list that match `filters`. */
export const listPages = async <T>(
  client: Client,
  path: string,
  filters: Filters,
  max: number,
): Promise<T[]> => (await listFirst<T>(client, path, filters, max)).items;

/** Returns the first `max` items of a paged list that match `filters`, and how many match. */
export async function listFirst<T>(
  client: Client,
  path: string,
  filters: Filters,
  max: number,
): Promise<{ items: T[]; total: number }> {
  const pageSize = Math.min(PAGE_SIZE, max);
  const items: T[] = [];
  for (let page = 1; ; page += 1) {
    const query = { ...filters, limit: pageSize, page };
    const response = await client.request('GET', withQuery(path, query));
    const found = readData<T[]>(response);
    items.push(...found);
    const { total } = (response.body as ListResponse<T>).meta;
    if (found.length < pageSize || items.length >= Math.min(total, max))
      return { items: items.slice(0, max), total };
  }
}

// These are errors of a file, not of the arguments.
const FILE_ERRORS: ReadonlySet<unknown> = new Set<ErrorCode>([
  'nothing_readable',
  'unsupported_format',
  'feed_damaged',
  'feed_too_large',
  'feed_not_understood',
  'vex_not_understood',
]);
const USAGE_ERRORS = [400, 403, 422];

/**
 * Converts a rejection to the error of the command.
 * @param usageErrors further statuses that mean an error of the user here
 */
export function toCommandError(
  { status, body }: ApiResponse,
  usageErrors: readonly number[] = [],
): CommandError {
  const { code, detail, title } = (typeof body === 'object' && body !== null ? body : {}) as {
    code?: unknown;
    detail?: unknown;
    title?: unknown;
  };
  const text = [detail, title].find((t): t is string => typeof t === 'string');
  const message =
    text === undefined
      ? `Not a hostwarden service (HTTP status ${status})`
      : shorten(printable(text), MAX_MESSAGE);
  const isUsageError = [...USAGE_ERRORS, ...usageErrors].includes(status) && !FILE_ERRORS.has(code);
  return new CommandError(message, isUsageError ? 2 : 1);
}
