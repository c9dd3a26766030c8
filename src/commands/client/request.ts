import type { ErrorCode } from '../../errors.js';
import type { ApiResponse, Client } from './client.js';
import { CommandError } from '../output/io.js';
import { printable, shorten } from '../output/text.js';

interface ListResponse<T> {
  data: T[];
  meta: { total: number };
}

const PAGE = 1000;

/** The `data` of an answer. Throws a CommandError with the service's own words when it refuses: exit code 2 for what the person asked wrongly, else 1. */
export async function getData<T>(
  client: Client,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  return readData<T>(await client.request(method, path, body));
}

/** The `data` of an answer that came before. Throws like `ask`. @param alsoWrong as for `refusal` */
export function readData<T>(answer: ApiResponse, alsoWrong?: readonly number[]): T {
  const { status, body } = answer;
  if (status < 200 || status > 299) throw toCommandError(answer, alsoWrong);
  if (typeof body === 'object' && body !== null && 'data' in body) return body.data as T;
  throw new CommandError('What answers there is not a hostwarden service');
}

/** The same for an answer without a body. */
export async function send(client: Client, method: string, path: string): Promise<void> {
  const answer = await client.request(method, path);
  if (answer.status !== 204) throw toCommandError(answer);
}

/** Every item of a paged list, of those that `filters` let through. */
export async function listAll<T>(
  client: Client,
  path: string,
  filters: Record<string, string> = {},
): Promise<T[]> {
  const items: T[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await client.request(
      'GET',
      `${path}?${new URLSearchParams({ ...filters, limit: String(PAGE), page: String(page) }).toString()}`,
    );
    const found = readData<T[]>(answer);
    items.push(...found);
    if (found.length < PAGE || items.length >= (answer.body as ListResponse<T>).meta.total)
      return items;
  }
}

// What is wrong with these is in a file, and not in what was typed.
const OF_FILES: ReadonlySet<unknown> = new Set<ErrorCode>([
  'nothing_readable',
  'unsupported_format',
  'feed_damaged',
  'feed_too_large',
  'feed_not_understood',
]);
const ASKED_WRONGLY = [400, 403, 422];

/** What a refused request means for the person. @param alsoWrong statuses that here mean that it was asked wrongly */
export function toCommandError(
  { status, body }: ApiResponse,
  alsoWrong: readonly number[] = [],
): CommandError {
  const { code, detail, title } = (typeof body === 'object' && body !== null ? body : {}) as {
    code?: unknown;
    detail?: unknown;
    title?: unknown;
  };
  const words = [detail, title].find((w): w is string => typeof w === 'string');
  const message =
    words === undefined
      ? `What answers there is not a hostwarden service (HTTP status ${status})`
      : shorten(printable(words), 500);
  return new CommandError(
    message,
    [...ASKED_WRONGLY, ...alsoWrong].includes(status) && !OF_FILES.has(code) ? 2 : 1,
  );
}
