import type { z } from 'zod';
import type { GroupResponse } from '../../groups/groups.schemas.js';
import { pluralize, printable } from '../../lib/text.js';
import { withClient } from '../client/client.js';
import { lookupGroup, lookupHostIds } from '../client/lookup.js';
import { lookupGroups } from '../client/memberships.js';
import { getData, send } from '../client/request.js';
import type { ServiceOptions } from '../client/types.js';
import { CommandError } from '../output/errors.js';
import type { Io } from '../output/io.js';
import { printJson, type JsonOption } from '../output/items.js';
import { printRemoved } from '../output/removed.js';

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
    const hostIds = await lookupHostIds(client, options.hosts);
    return getData<Group>(client, 'POST', '/groups', {
      name,
      ...(description !== undefined && { description }),
      host_ids: hostIds,
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
    return getData<Group>(client, 'PATCH', `/groups/${id}`, {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(addHost && { add_host_ids: await lookupHostIds(client, addHost) }),
      ...(removeHost && { remove_host_ids: await lookupHostIds(client, removeHost) }),
    });
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
