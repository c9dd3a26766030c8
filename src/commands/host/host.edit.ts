import type { z } from 'zod';
import { canonicalIp } from '../../hosts/addresses.js';
import type { HostDetail } from '../../hosts/hosts.v2.schemas.js';
import { withClient } from '../client/client.js';
import { lookupHost, lookupHosts } from '../client/lookup.js';
import { lookupGroups } from '../client/memberships.js';
import { getData, send } from '../client/request.js';
import type { Client, ServiceOptions } from '../client/types.js';
import { CommandError } from '../output/errors.js';
import type { Io } from '../output/io.js';
import { printJson, type JsonOption } from '../output/items.js';
import { printRemoved } from '../output/removed.js';
import { describeHost } from './host.add.js';

type Host = z.infer<typeof HostDetail>;

interface HostEditOptions extends ServiceOptions, JsonOption {
  /** id, IP address or name */
  host: string;
  name?: string;
  address?: string;
  description?: string;
  /** ids or names */
  addGroup?: string[];
  removeGroup?: string[];
}

/** Changes a host. */
export async function hostEdit(options: HostEditOptions, io: Io): Promise<number> {
  const { name, address, description, addGroup, removeGroup, json } = options;
  if ([name, address, description, addGroup, removeGroup].every((value) => value === undefined))
    throw new CommandError('Say what to change: see "hostwarden host edit --help"', 2);
  const changed = await withClient({ ...options, needsDataDir: true }, io, async (client) => {
    const { id } = await lookupHost(client, options.host);
    const fields = {
      ...(name !== undefined && { hostname: name }),
      ...(address !== undefined && { current_ip: canonicalIp(address) ?? address }),
      ...(description !== undefined && { description }),
    };
    await changeGroups(client, id, options);
    return Object.keys(fields).length === 0
      ? getData<Host>(client, 'GET', `/hosts/${id}`)
      : getData<Host>(client, 'PUT', `/hosts/${id}`, fields);
  });
  if (json) printJson(changed, io);
  else io.stdout.write(`Changed host ${describeHost(changed)}.\n`);
  return 0;
}

async function changeGroups(
  client: Client,
  hostId: number,
  { addGroup = [], removeGroup = [] }: HostEditOptions,
): Promise<void> {
  const added = await lookupGroups(client, addGroup);
  const removed = await lookupGroups(client, removeGroup);
  for (const { id } of added) await getData(client, 'PUT', `/groups/${id}/hosts/${hostId}`);
  for (const group of removed)
    if (group.host_ids.includes(hostId))
      await send(client, 'DELETE', `/groups/${group.id}/hosts/${hostId}`);
}

/** Removes hosts: all of them, or none if one is unknown. */
export async function hostRemove(
  options: ServiceOptions & JsonOption & { hosts: string[] },
  io: Io,
): Promise<number> {
  const removed = await withClient({ ...options, needsDataDir: true }, io, async (client) => {
    const hosts = await lookupHosts(client, options.hosts);
    await send(client, 'DELETE', '/hosts', { ids: hosts.map(({ id }) => id) });
    return hosts;
  });
  const named = removed.map(({ id, hostname }) => ({ id, name: hostname }));
  printRemoved('host', named, options, io);
  return 0;
}
