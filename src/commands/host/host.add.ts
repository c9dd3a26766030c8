import type { z } from 'zod';
import { canonicalIp } from '../../hosts/addresses.js';
import type { HostV2 } from '../../hosts/hosts.v2.schemas.js';
import { printable } from '../../lib/text.js';
import { withClient } from '../client/client.js';
import { addMembers, lookupGroups } from '../client/memberships.js';
import { getData } from '../client/request.js';
import type { ServiceOptions } from '../client/types.js';
import { CommandError } from '../output/errors.js';
import type { Io } from '../output/io.js';
import { splitList } from '../scan/targets.input.js';
import { printJson, type JsonOption } from '../output/items.js';

type Host = z.infer<typeof HostV2>;

interface HostAddOptions extends ServiceOptions, JsonOption {
  /** also lists with commas */
  addresses: string[];
  name?: string;
  description?: string;
  /** ids or names */
  group?: string[];
}

interface Added {
  created: Host[];
  existing: Host[];
}

/** Adds hosts. One that exists is kept as it is, and is added to the groups as well. */
export async function hostAdd(options: HostAddOptions, io: Io): Promise<number> {
  const { name, description, json } = options;
  const addresses = options.addresses.flatMap((list) => splitList(list, null));
  if (name !== undefined && addresses.length > 1)
    throw new CommandError('--name is for one address: add the hosts one by one', 2);
  const body = addresses.map(({ text }) => ({
    current_ip: requireAddress(text),
    ...(name !== undefined && { hostname: name }),
    ...(description !== undefined && { description }),
  }));
  const added = await withClient({ ...options }, io, async (client) => {
    const groups = await lookupGroups(client, options.group ?? []);
    const result = await getData<Added>(client, 'POST', '/hosts', body);
    const ids = [...result.created, ...result.existing].map(({ id }) => id);
    for (const group of groups) await addMembers(client, group.id, ids);
    return result;
  });
  if (json) printJson(added, io);
  else io.stdout.write(describeAdded(added));
  return 0;
}

function requireAddress(text: string): string {
  const ip = canonicalIp(text);
  if (ip !== null) return ip;
  throw new CommandError(
    `${JSON.stringify(printable(text))} is not an IP address; a host is added by its address, ` +
      'its name is set with --name',
    2,
  );
}

function describeAdded({ created, existing }: Added): string {
  return [
    ...created.map((host) => `Added host ${describeHost(host)}.\n`),
    ...existing.map((host) => `Host ${describeHost(host)} exists; it was not changed.\n`),
  ].join('');
}

/** `7: web-1 (10.0.0.7)` */
export function describeHost(host: { id: number; current_ip: string; hostname: string }): string {
  const { id, current_ip: ip, hostname: name } = host;
  return name === ip ? `${id}: ${ip}` : `${id}: ${printable(name)} (${ip})`;
}
