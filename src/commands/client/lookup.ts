import { canonicalIp } from '../../hosts/addresses.js';
import { closestMatch } from '../../lib/closest-match.js';
import { findNamed, foldName } from '../../lib/lists/find-named.js';
import { printable } from '../../lib/text.js';
import type { NotificationChannel } from '../../notifications/channels/channels.schemas.js';
import { CommandError } from '../output/errors.js';
import { getData, listAll } from './request.js';
import type { Client } from './types.js';

export interface FoundHost {
  id: number;
  current_ip: string;
  hostname: string;
}

export interface FoundGroup {
  id: number;
  name: string;
  host_ids: number[];
}

export interface FoundTemplate {
  id: number;
  name: string;
}

export interface FoundCredential {
  id: number;
  name: string;
  type: string;
}

const ID = /^[1-9]\d{0,14}$/;
const MAX_LISTED_IDS = 10;

/**
 * Finds a host by id, IP address or full name (case-insensitive). Throws CommandError for none or several.
 * @param hint what to do without one
 */
export async function lookupHost(
  client: Client,
  text: string,
  hint = 'use its id, IP address or full name',
): Promise<FoundHost> {
  if (ID.test(text)) return getData<FoundHost>(client, 'GET', `/hosts/${text}`);
  return requireOne(await findHosts(client, text), text, { one: 'host', hint });
}

/** Finds one object by what a user typed. */
type Lookup<T> = (client: Client, text: string) => Promise<T>;

/** Returns each of these objects once. Errors as in `lookup`. */
export async function lookupEach<T extends { id: number }>(
  client: Client,
  texts: readonly string[],
  lookup: Lookup<T>,
): Promise<T[]> {
  const found = new Map<number, T>();
  for (const text of texts) {
    const item = await lookup(client, text);
    found.set(item.id, item);
  }
  return [...found.values()];
}

/** Returns the id of each of these objects once; undefined without texts. Errors as in `lookup`. */
export const lookupIds = async <T extends { id: number }>(
  client: Client,
  texts: readonly string[] | undefined,
  lookup: Lookup<T>,
): Promise<number[] | undefined> =>
  texts && (await lookupEach(client, texts, lookup)).map(({ id }) => id);

/** Returns the id of an object; undefined without a text. Errors as in `lookup`. */
export const lookupId = async <T extends { id: number }>(
  client: Client,
  text: string | undefined,
  lookup: Lookup<T>,
): Promise<number | undefined> =>
  text === undefined ? undefined : (await lookup(client, text)).id;

/**
 * Finds a host as `lookupHost` does, or creates the host of an IP address, as a scan does. A host needs an address, so
 * that one with an unknown name is an error.
 */
export async function lookupOrCreateHost(
  client: Client,
  text: string,
): Promise<{ host: FoundHost; isNew: boolean }> {
  const ip = canonicalIp(text);
  if (ip === null) return { host: await lookupHost(client, text, CREATE_HINT), isNew: false };
  const body = [{ current_ip: ip }];
  const { created, existing } = await getData<Record<'created' | 'existing', FoundHost[]>>(
    client,
    'POST',
    '/hosts',
    body,
  );
  const isNew = created.length > 0;
  return { host: requireOne([...created, ...existing], text, { one: 'host', hint: '' }), isNew };
}

const CREATE_HINT =
  'use its id, IP address or full name; "hostwarden inventory import <IP address> <file>" creates a host';

async function findHosts(client: Client, text: string): Promise<FoundHost[]> {
  const ip = canonicalIp(text);
  if (ip !== null) return listAll<FoundHost>(client, '/hosts', { current_ip: ip });
  const named = await listAll<FoundHost>(client, '/hosts', { hostname: text });
  // Names of hosts are not unique, and those of DNS have no case: an exact one is not more likely meant.
  return named.filter(({ hostname }) => foldName(hostname) === foldName(text));
}

/** Finds a group by id or full name: the exact one, else in any case. Throws CommandError for none or several. */
export const lookupGroup = (client: Client, text: string): Promise<FoundGroup> =>
  lookupListed<FoundGroup>(client, text, { path: '/groups', one: 'group' });

/** Finds a credential by id or full name: the exact one, else in any case. Throws CommandError for none or several. */
export const lookupCredential = (client: Client, text: string): Promise<FoundCredential> =>
  lookupListed<FoundCredential>(client, text, { path: '/credentials', one: 'credential' });

/** A paged list of named resources, and what one of them is called: `group`. */
interface NamedList {
  path: string;
  one: string;
}

/**
 * Finds an item of a list by id or full name: the exact one, else in any case. Digits are an id, even if another item
 * has them as its name. Throws CommandError for none or several.
 */
async function lookupListed<T extends { id: number; name: string }>(
  client: Client,
  text: string,
  { path, one }: NamedList,
): Promise<T> {
  if (ID.test(text)) return getData<T>(client, 'GET', `${path}/${text}`);
  const all = await listAll<T>(client, path);
  return requireOne(findNamed(all, text, nameOf), text, { one, hint: nameHint(all, text) });
}

const nameOf = ({ name }: { name: string }): string => name;

/** Returns the name that was probably meant; without one, what identifies an item. */
function nameHint(items: readonly { name: string }[], text: string): string {
  const names = items.map(({ name }) => name);
  const match = closestMatch(text, names);
  return match === null
    ? 'use its id or full name'
    : `did you mean ${JSON.stringify(printable(match))}?`;
}

/** Finds a template by id or full name: the exact one, else in any case. Throws CommandError for none or several. */
export async function lookupTemplate(client: Client, text: string): Promise<FoundTemplate> {
  if (ID.test(text)) return getData<FoundTemplate>(client, 'GET', `/api/v1/templates/${text}`);
  const query = new URLSearchParams({ name: text }).toString();
  const named = await getData<FoundTemplate[]>(client, 'GET', `/api/v1/templates?${query}`);
  const found = findNamed(named, text, nameOf);
  const hint = found.length > 0 ? '' : await templateHint(client, text);
  return requireOne(found, text, { one: 'template', hint });
}

const templateHint = async (client: Client, text: string): Promise<string> =>
  nameHint(await getData<FoundTemplate[]>(client, 'GET', '/api/v1/templates'), text);

function requireOne<T extends { id: number }>(
  found: readonly T[],
  text: string,
  { one, hint }: { one: string; hint: string },
): T {
  const name = JSON.stringify(printable(text));
  const [first] = found;
  if (first === undefined) throw new CommandError(`Unknown ${one} ${name}; ${hint}`);
  if (found.length === 1) return first;
  const ids = found.slice(0, MAX_LISTED_IDS).map((item) => item.id);
  throw new CommandError(`Several ${one}s are named ${name}; use an id: ${ids.join(', ')}`, 2);
}

/** Parses a task id or number (`TASK-00042`). Throws CommandError. */
export function parseTaskId(text: string): number {
  const digits = /^(?:TASK-)?(\d{1,15})$/i.exec(text)?.[1];
  if (digits === undefined || Number(digits) === 0)
    throw new CommandError(
      `${JSON.stringify(text)} is not a task id or number (like TASK-00042)`,
      2,
    );
  return Number(digits);
}

/** Finds a notification channel by id or full name: the exact one, else in any case. Errors as in `lookupListed`. */
export const lookupChannel = (client: Client, text: string): Promise<NotificationChannel> =>
  lookupListed<NotificationChannel>(client, text, {
    path: '/notification-channels',
    one: 'channel',
  });
