import type { z } from 'zod';
import type { GroupResponse } from '../../groups/groups.schemas.js';
import { withClient } from '../client/client.js';
import { lookupGroup } from '../client/lookup.js';
import { getData, listAll } from '../client/request.js';
import type { ServiceOptions } from '../client/types.js';
import type { Io } from '../output/io.js';
import { printCard, printItems, printJson, type Column, type JsonOption } from '../output/items.js';

type Group = z.infer<typeof GroupResponse>;

const COLUMNS: Column<Group>[] = [
  { heading: 'ID', value: ({ id }) => id },
  { heading: 'NAME', value: ({ name }) => name, isFlexible: true },
  { heading: 'HOSTS', value: ({ host_ids }) => host_ids.length },
  {
    heading: 'DESCRIPTION',
    value: ({ description }) => description,
    isFlexible: true,
    isLong: true,
  },
];

/** Lists all groups. */
export async function groupList(options: ServiceOptions & JsonOption, io: Io): Promise<number> {
  const groups = await withClient({ ...options, needsDataDir: true }, io, (client) =>
    listAll<Group>(client, '/groups'),
  );
  printItems(groups, COLUMNS, { json: options.json, none: 'No groups.' }, io);
  return 0;
}

interface Member {
  id: number;
  current_ip: string;
  hostname: string;
}

/** Prints one group with its hosts. */
export async function groupShow(
  options: ServiceOptions & JsonOption & { group: string },
  io: Io,
): Promise<number> {
  return withClient({ ...options, needsDataDir: true }, io, async (client) => {
    const { id } = await lookupGroup(client, options.group);
    const group = await getData<Group>(client, 'GET', `/groups/${id}`);
    if (options.json) printJson(group, io);
    else {
      const hosts = await listAll<Member>(client, '/hosts', { group_id: String(id) });
      printCard({ group, hosts }, FIELDS, {}, io);
    }
    return 0;
  });
}

const FIELDS: Column<{ group: Group; hosts: readonly Member[] }>[] = [
  { heading: 'ID', value: ({ group }) => group.id },
  { heading: 'NAME', value: ({ group }) => group.name },
  { heading: 'DESCRIPTION', value: ({ group }) => group.description },
  { heading: 'HOSTS', value: ({ hosts }) => hosts.map(memberText).join(', ') },
];

const memberText = ({ current_ip: ip, hostname: name }: Member): string =>
  name === ip ? ip : `${name} (${ip})`;
