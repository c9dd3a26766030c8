import type { z } from 'zod';
import type { GroupResponse } from '../../groups/groups.schemas.js';
import { printable } from '../../lib/text.js';
import { withClient } from '../client/client.js';
import { lookupGroup, lookupHosts } from '../client/lookup.js';
import { addMembers, lookupGroups } from '../client/memberships.js';
import { getData, send } from '../client/request.js';
import type { ServiceOptions } from '../client/types.js';
import { CommandError } from '../output/errors.js';
import type { Io } from '../output/io.js';
import { printJson, type JsonOption } from '../output/items.js';
import { printRemoved } from '../output/removed.js';
import { pluralize } from '../output/text.js';

type Group = z.infer<typeof GroupResponse>;

interface GroupCreateOptions extends ServiceOptions, JsonOption {
  name: string;
  description?: string;
  /** ids, IP addresses or names */
  hosts: string[];
}

/** Creates a group. */
export async function groupCreate(options: GroupCreateOptions, io: Io): Promise<number> {
  const { name, description, json } = options;
  const group = await withClient({ ...options }, io, async (client) => {
    const hosts = await lookupHosts(client, options.hosts);
    return getData<Group>(client, 'POST', '/groups', {
      name,
      ...(description !== undefined && { description }),
      host_ids: hosts.map(({ id }) => id),
    });
  });
  if (json) printJson(group, io);
  else io.stdout.write(`Created ${describeGroup(group)}.\n`);
  return 0;
}

interface GroupEditOptions extends ServiceOptions, JsonOption {
  /** id or name */
  group: string;
  name?: string;
  description?: string;
  /** ids, IP addresses or names */
  addHost?: string[];
  removeHost?: string[];
}

/** Changes a group and its members. */
export async function groupEdit(options: GroupEditOptions, io: Io): Promise<number> {
  const { name, description, addHost, removeHost, json } = options;
  if ([name, description, addHost, removeHost].every((value) => value === undefined))
    throw new CommandError('Say what to change: see "hostwarden group edit --help"', 2);
  const group = await withClient({ ...options, needsDataDir: true }, io, async (client) => {
    const { id } = await lookupGroup(client, options.group);
    const added = await lookupHosts(client, addHost ?? []);
    const removed = await lookupHosts(client, removeHost ?? []);
    const fields = {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
    };
    if (Object.keys(fields).length > 0) await getData(client, 'PUT', `/groups/${id}`, fields);
    if (added.length > 0)
      await addMembers(
        client,
        id,
        added.map((host) => host.id),
      );
    const { host_ids: members } = await getData<Group>(client, 'GET', `/groups/${id}`);
    for (const host of removed)
      if (members.includes(host.id)) await send(client, 'DELETE', `/groups/${id}/hosts/${host.id}`);
    return getData<Group>(client, 'GET', `/groups/${id}`);
  });
  if (json) printJson(group, io);
  else io.stdout.write(`Changed ${describeGroup(group)}.\n`);
  return 0;
}

/** Removes groups: all of them, or none if one is unknown. */
export async function groupRemove(
  options: ServiceOptions & JsonOption & { groups: string[] },
  io: Io,
): Promise<number> {
  const removed = await withClient({ ...options, needsDataDir: true }, io, async (client) => {
    const groups = await lookupGroups(client, options.groups);
    await send(client, 'DELETE', '/groups', { ids: groups.map(({ id }) => id) });
    return groups;
  });
  printRemoved('group', removed, options, io);
  return 0;
}

const describeGroup = ({ id, name, host_ids }: Group): string =>
  `group ${id}: ${printable(name)} (${pluralize(host_ids.length, 'host')})`;
