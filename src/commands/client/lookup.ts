import { canonicalIp } from '../../hosts/addresses.js';
import { getData, listAll } from './request.js';
import type { Client } from './client.js';
import { CommandError } from '../output/io.js';
import { printable } from '../output/text.js';

export interface FoundHost {
  id: number;
  current_ip: string;
  hostname: string;
}

/** The host that a person means by an id, an address or a whole name (in any case). Throws CommandError where there is none, or more than one. */
export async function lookupHost(client: Client, word: string): Promise<FoundHost> {
  if (/^[1-9]\d{0,14}$/.test(word)) return getData<FoundHost>(client, 'GET', `/hosts/${word}`);
  const found = await hostsLike(client, word);
  const [host, ...others] = found;
  if (!host)
    throw new CommandError(
      `There is no host ${JSON.stringify(word)}; give its id, its address or its whole name`,
    );
  if (others.length > 0)
    throw new CommandError(
      `Several hosts are called ${JSON.stringify(printable(word))}: give one of their ids, ${found
        .slice(0, 10)
        .map((h) => h.id)
        .join(', ')}`,
      2,
    );
  return host;
}

async function hostsLike(client: Client, word: string): Promise<FoundHost[]> {
  const ip = canonicalIp(word);
  if (ip !== null) return listAll<FoundHost>(client, '/hosts', { current_ip: ip });
  const named = await listAll<FoundHost>(client, '/hosts', { hostname: word });
  return named.filter((h) => h.hostname.toLowerCase() === word.toLowerCase());
}
