import type { z } from 'zod';
import { canonicalIp } from '../../hosts/addresses.js';
import type { HostDetail, HostV2 } from '../../hosts/hosts.v2.schemas.js';
import { chunk } from '../../lib/collections.js';
import { printable } from '../../lib/text.js';
import { withClient } from '../client/client.js';
import { changing, removing, requireChange, type Options } from '../client/handlers.js';
import { lookupEach, lookupGroup, lookupHost, type FoundGroup } from '../client/lookup.js';
import { getData, toCommandError } from '../client/request.js';
import type { Client } from '../client/types.js';
import { CommandError } from '../output/errors.js';
import type { Io } from '../output/io.js';
import { printJson } from '../output/items.js';
import { splitList } from '../scan/targets.input.js';

type HostAddOptions = Options<{
  /** also lists with commas */
  addresses: string[];
  name?: string;
  description?: string;
  /** ids or names */
  group?: string[];
}>;

interface Added {
  created: z.infer<typeof HostV2>[];
  existing: z.infer<typeof HostV2>[];
}

/** Adds hosts. One that exists is kept as it is, and is added to the groups as well. */
export async function hostAdd(options: HostAddOptions, io: Io): Promise<number> {
  const { name: hostname, description } = options;
  const addresses = options.addresses.flatMap((list) => splitList(list, null));
  if (hostname !== undefined && addresses.length > 1)
    throw new CommandError('--name is for one address: add the hosts one by one', 2);
  const body = addresses.map(({ text }) => ({
    current_ip: requireAddress(text),
    hostname,
    description,
  }));
  return changing(
    { ...options, needsDataDir: false },
    io,
    async (client) => {
      const groups = await lookupEach(client, options.group ?? [], lookupGroup);
      const result = await getData<Added>(client, 'POST', '/hosts', body);
      const ids = [...result.created, ...result.existing].map(({ id }) => id);
      for (const group of groups) await addMembers(client, group.id, ids);
      return result;
    },
    describeAdded,
  );
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
    ...created.map((host) => `Added host ${describeHost(host)}.`),
    ...existing.map((host) => `Host ${describeHost(host)} exists; it was not changed.`),
  ].join('\n');
}

/** `7: web-1 (10.0.0.7)` */
export function describeHost(host: { id: number; current_ip: string; hostname: string }): string {
  const { id, current_ip: ip, hostname: name } = host;
  return name === ip ? `${id}: ${ip}` : `${id}: ${printable(name)} (${ip})`;
}

type HostEditOptions = Options<{
  /** id, IP address or name */
  host: string;
  name?: string;
  address?: string;
  description?: string;
  /** ids or names */
  addGroup?: string[];
  removeGroup?: string[];
}>;

/**
 * Changes a host: its fields first, then its groups one by one. If a group fails, the others are changed, what was done
 * and what failed is reported, and the exit code is 1.
 */
export async function hostEdit(options: HostEditOptions, io: Io): Promise<number> {
  const { name, address, description, addGroup, removeGroup, json } = options;
  requireChange('host edit', [name, address, description, addGroup, removeGroup]);
  const { changed, failed } = await withClient(options, io, async (client) => {
    const { id } = await lookupHost(client, options.host);
    const changes = await readGroupChanges(client, id, options);
    const fields = {
      ...(name !== undefined && { hostname: name }),
      ...(address !== undefined && { current_ip: canonicalIp(address) ?? address }),
      ...(description !== undefined && { description }),
    };
    const hasFields = Object.keys(fields).length > 0;
    if (hasFields) await getData<Host>(client, 'PUT', `/hosts/${id}`, fields);
    const failures = await changeGroups(client, changes, hasFields);
    return { changed: await getData<Host>(client, 'GET', `/hosts/${id}`), failed: failures };
  });
  if (json) printJson(changed, io);
  else io.stdout.write(`Changed host ${describeHost(changed)}.\n`);
  for (const message of failed) io.stderr.write(`${message}\n`);
  return failed.length > 0 ? 1 : 0;
}

type Host = z.infer<typeof HostDetail>;

interface GroupChange {
  group: FoundGroup;
  body: { add_host_ids?: number[]; remove_host_ids?: number[] };
}

async function readGroupChanges(
  client: Client,
  hostId: number,
  { addGroup = [], removeGroup = [] }: HostEditOptions,
): Promise<GroupChange[]> {
  const added = await lookupEach(client, addGroup, lookupGroup);
  const removed = await lookupEach(client, removeGroup, lookupGroup);
  return [
    ...added.map((group) => ({ group, body: { add_host_ids: [hostId] } })),
    ...removed.map((group) => ({ group, body: { remove_host_ids: [hostId] } })),
  ];
}

/** Returns a message for each group that failed. Rejects with CommandError if nothing was changed at all. */
async function changeGroups(
  client: Client,
  changes: readonly GroupChange[],
  hasChanged: boolean,
): Promise<string[]> {
  const errors: { group: FoundGroup; error: CommandError }[] = [];
  for (const { group, body } of changes) {
    const response = await client.request('PATCH', `/groups/${group.id}`, body);
    if (response.status !== 200) errors.push({ group, error: toCommandError(response) });
  }
  const [first] = errors;
  if (first !== undefined && errors.length === changes.length && !hasChanged) throw first.error;
  return errors.map(
    ({ group, error }) => `Group ${printable(group.name)} was not changed: ${error.message}`,
  );
}

const HOSTS = { noun: 'host', path: '/hosts', lookup: lookupHost } as const;

/** Removes hosts: all of them, or none if one is unknown. */
export const hostRemove = removing(HOSTS, ({ hostname }) => hostname);

/** Hosts of one request; the service accepts as many. */
const HOSTS_PER_REQUEST = 10_000;

/** Adds hosts to a group; its other members stay, also those that someone else adds meanwhile. */
export async function addMembers(
  client: Client,
  groupId: number,
  hostIds: readonly number[],
): Promise<void> {
  for (const part of chunk([...new Set(hostIds)], HOSTS_PER_REQUEST))
    await getData(client, 'PATCH', `/groups/${groupId}`, { add_host_ids: part });
}
