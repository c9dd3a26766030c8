import { canonicalIp } from '../../hosts/addresses.js';
import { closestMatch } from '../../lib/closest-match.js';
import { printable } from '../../lib/text.js';
import { CommandError } from '../output/errors.js';
import { getData, listAll } from './request.js';
import type { Client } from './types.js';

export interface FoundHost {
  id: number;
  current_ip: string;
  hostname: string;
}

export interface FoundTemplate {
  id: number;
  name: string;
}

const ID = /^[1-9]\d{0,14}$/;
const MAX_LISTED_IDS = 10;

/** Finds a host by id, IP address or full name (case-insensitive). Throws CommandError for none or several. */
export async function lookupHost(client: Client, text: string): Promise<FoundHost> {
  if (ID.test(text)) return getData<FoundHost>(client, 'GET', `/hosts/${text}`);
  return requireOne(await findHosts(client, text), text, {
    one: 'host',
    hint: 'use its id, IP address or full name',
  });
}

async function findHosts(client: Client, text: string): Promise<FoundHost[]> {
  const ip = canonicalIp(text);
  if (ip !== null) return listAll<FoundHost>(client, '/hosts', { current_ip: ip });
  const named = await listAll<FoundHost>(client, '/hosts', { hostname: text });
  return named.filter((h) => h.hostname.toLowerCase() === text.toLowerCase());
}

/** Finds a template by id or full name (case-insensitive). Throws CommandError for none or several. */
export async function lookupTemplate(client: Client, text: string): Promise<FoundTemplate> {
  if (ID.test(text)) return getData<FoundTemplate>(client, 'GET', `/api/v1/templates/${text}`);
  const query = new URLSearchParams({ name: text }).toString();
  const named = await getData<FoundTemplate[]>(client, 'GET', `/api/v1/templates?${query}`);
  const found = named.filter((t) => t.name.toLowerCase() === text.toLowerCase());
  const hint = found.length > 0 ? '' : await templateHint(client, text);
  return requireOne(found, text, { one: 'template', hint });
}

/** Returns the template that was probably meant; without one, what identifies a template. */
async function templateHint(client: Client, text: string): Promise<string> {
  const all = await getData<FoundTemplate[]>(client, 'GET', '/api/v1/templates');
  const match = closestMatch(
    text,
    all.map(({ name }) => name),
  );
  return match === null
    ? 'use its id or full name'
    : `did you mean ${JSON.stringify(printable(match))}?`;
}

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
