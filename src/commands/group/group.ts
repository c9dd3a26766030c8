import type { z } from 'zod';
import type { GroupResponse } from '../../groups/groups.schemas.js';
import { pluralize, printable } from '../../lib/text.js';
import {
  changing,
  listing,
  removing,
  requireChange,
  showing,
  type Options,
} from '../client/handlers.js';
import { lookupGroup, lookupHost, lookupIds, type FoundHost } from '../client/lookup.js';
import { getData, listAll } from '../client/request.js';
import type { Io } from '../output/io.js';
import type { Column } from '../output/items.js';

type Group = z.infer<typeof GroupResponse>;

const GROUPS = { noun: 'group', path: '/groups', lookup: lookupGroup } as const;

const COLUMNS: Column<Group>[] = [
  { heading: 'ID', value: ({ id }) => id },
  { heading: 'NAME', value: ({ name }) => name, isFlexible: true },
  { heading: 'HOSTS', value: ({ host_ids }) => host_ids.length },
  { heading: 'DESCRIPTION', value: (group) => group.description, isFlexible: true, isLong: true },
];

/** Lists all groups. */
export const groupList = listing(
  (client) => listAll<Group>(client, '/groups'),
  COLUMNS,
  'No groups.',
);

const FIELDS: Column<{ group: Group; hosts: readonly FoundHost[] }>[] = [
  { heading: 'ID', value: ({ group }) => group.id },
  { heading: 'NAME', value: ({ group }) => group.name },
  { heading: 'DESCRIPTION', value: ({ group }) => group.description },
  { heading: 'HOSTS', value: ({ hosts }) => hosts.map(memberText).join(', ') },
];

const memberText = ({ current_ip: ip, hostname: name }: FoundHost): string =>
  name === ip ? ip : `${name} (${ip})`;

/** Prints one group with its hosts. */
export const groupShow = showing(GROUPS, FIELDS, async (group: Group, client) => ({
  group,
  hosts: await listAll<FoundHost>(client, '/hosts', { group_id: group.id }),
}));

type GroupCreateOptions = Options<{ name: string; description?: string; hosts: string[] }>;

/** Creates a group. */
export function groupCreate(options: GroupCreateOptions, io: Io): Promise<number> {
  const { name, description, hosts } = options;
  return changing(
    { ...options, needsDataDir: false },
    io,
    async (client) => {
      const host_ids = await lookupIds(client, hosts, lookupHost);
      return getData<Group>(client, 'POST', '/groups', { name, description, host_ids });
    },
    (group) => `Created ${describeGroup(group)}.`,
  );
}

type GroupEditOptions = Options<{
  group: string;
  name?: string;
  description?: string;
  addHost?: string[];
  removeHost?: string[];
}>;

/** Changes a group and its members. */
export async function groupEdit(options: GroupEditOptions, io: Io): Promise<number> {
  const { name, description, addHost, removeHost } = options;
  requireChange('group edit', [name, description, addHost, removeHost]);
  return changing(
    options,
    io,
    async (client) => {
      const { id } = await lookupGroup(client, options.group);
      return getData<Group>(client, 'PATCH', `/groups/${id}`, {
        name,
        description,
        add_host_ids: await lookupIds(client, addHost, lookupHost),
        remove_host_ids: await lookupIds(client, removeHost, lookupHost),
      });
    },
    (group) => `Changed ${describeGroup(group)}.`,
  );
}

const describeGroup = ({ id, name, host_ids }: Group): string =>
  `group ${id}: ${printable(name)} (${pluralize(host_ids.length, 'host')})`;

/** Removes groups: all of them, or none if one is unknown. */
export const groupRemove = removing(GROUPS, ({ name }) => name);
