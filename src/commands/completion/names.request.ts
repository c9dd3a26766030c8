import { aborted } from '../../lib/abort/on-abort.js';
import { withTimeLimit } from '../../lib/abort/time-limit.js';
import type { Client } from '../client/types.js';
import type { NameKind, Word } from './complete.js';

type RequestedKind = Exclude<NameKind, 'feed'>;
type Item = Readonly<Record<string, unknown>>;

/** A list of the API. */
interface NameList {
  path: string;
  /** filters of the list that each request has one of; the service then sends less that does not fit */
  filters: (prefix: string) => Record<string, string>[];
  words: (item: Item) => Word[];
}

const PAGE_SIZE = 1000;
const MAX_NAMES = 200;
const MARGIN_MS = 20; // to print what was found

/**
 * Requests the names of a kind that start with `prefix`, without regard to case. Requests end after `timeoutMs`, and
 * those that fail have no names: then the names that were found until then are returned.
 */
export async function requestNames(
  { url, token, timeoutMs }: { url: string; token: string; timeoutMs: number },
  kind: RequestedKind,
  prefix: string,
): Promise<Word[]> {
  // Imported on demand: the database needs no HTTP.
  const { httpClient, parseServiceUrl } = await import('../client/client.http.js');
  const client = httpClient(parseServiceUrl(url), token, '');
  const list = LISTS[kind];
  const found = list.filters(prefix).map(() => [] as Word[]);
  await withTimeLimit(Math.max(1, timeoutMs - MARGIN_MS), undefined, async ({ signal: limit }) => {
    const requests = list
      .filters(prefix)
      .map((filter, i) =>
        collect(client, { list, filter, prefix, limit, found: found[i] ?? [] }).catch(
          () => undefined,
        ),
      );
    await Promise.race([Promise.all(requests), aborted(limit)]);
  });
  const words = new Map(found.flat().map((word) => [word.value, word]));
  return [...words.values()].slice(0, MAX_NAMES);
}

interface NameSearch {
  list: NameList;
  filter: Record<string, string>;
  prefix: string;
  limit: AbortSignal;
  /** receives the words */
  found: Word[];
}

/** Reads page after page until there are enough words. */
async function collect(
  client: Client,
  { list, filter, prefix, limit, found }: NameSearch,
): Promise<void> {
  const start = prefix.toLowerCase();
  for (let page = 1; found.length < MAX_NAMES && !limit.aborted; page += 1) {
    const query = { ...filter, limit: String(PAGE_SIZE), page: String(page) };
    const path = `${list.path}?${new URLSearchParams(query).toString()}`;
    const { body } = await client.request('GET', path);
    const { data } = body as { data: Item[] };
    const words = data.flatMap(list.words);
    found.push(...words.filter(({ value }) => value.toLowerCase().startsWith(start)));
    if (data.length < PAGE_SIZE) return;
  }
}

const named =
  (name: string, description: string) =>
  (item: Item): Word[] => [{ value: textOf(item[name]), description: textOf(item[description]) }];

function wordsOfHost(item: Item): Word[] {
  const name = textOf(item.hostname);
  const ip = textOf(item.current_ip);
  const address = { value: ip, description: name === ip ? '' : name };
  return name === ip ? [address] : [{ value: name, description: ip }, address];
}

/** The start of an IPv4 address that the service takes as a filter: its complete parts. */
const IPV4_START = /^(?:\d{1,3}\.){1,3}/;
const IS_ADDRESS = /^\d|:/;

function hostFilters(prefix: string): Record<string, string>[] {
  if (prefix === '') return [{}];
  const byName = { hostname: prefix };
  if (!IS_ADDRESS.test(prefix)) return [byName];
  const [start] = IPV4_START.exec(prefix) ?? [];
  return [byName, start === undefined ? {} : { current_ip: start }];
}

const noFilter = (): Record<string, string>[] => [{}];

const LISTS: Readonly<Record<RequestedKind, NameList>> = {
  host: { path: '/hosts', filters: hostFilters, words: wordsOfHost },
  group: { path: '/groups', filters: noFilter, words: named('name', 'description') },
  template: {
    path: '/api/v1/templates',
    filters: (prefix) => (prefix === '' ? [{}] : [{ name: prefix }]),
    words: named('name', 'type'),
  },
  credential: { path: '/credentials', filters: noFilter, words: named('name', 'type') },
  channel: { path: '/notification-channels', filters: noFilter, words: named('name', 'type') },
  task: { path: '/api/v1/tasks', filters: noFilter, words: named('number_task', 'status') },
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
