import type { z } from 'zod';
import { canonicalIp } from '../../hosts/addresses.js';
import type { HostDetail } from '../../hosts/hosts.v2.schemas.js';
import { printable } from '../../lib/text.js';
import { withClient } from '../client/client.js';
import { lookupHost, lookupHosts, type FoundGroup } from '../client/lookup.js';
import { lookupGroups } from '../client/memberships.js';
import { getData, send, toCommandError } from '../client/request.js';
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

/**
 * Changes a host: its fields first, then its groups one by one. If a group fails, the others are changed, what was done
 * and what failed is reported, and the exit code is 1.
 */
export async function hostEdit(options: HostEditOptions, io: Io): Promise<number> {
  const { name, address, description, addGroup, removeGroup, json } = options;
  if ([name, address, description, addGroup, removeGroup].every((value) => value === undefined))
    throw new CommandError('Say what to change: see "hostwarden host edit --help"', 2);
  const connection = { ...options, needsDataDir: true };
  const { changed, failed } = await withClient(connection, io, async (client) => {
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

interface GroupChange {
  group: FoundGroup;
  body: { add_host_ids?: number[]; remove_host_ids?: number[] };
}

async function readGroupChanges(
  client: Client,
  hostId: number,
  { addGroup = [], removeGroup = [] }: HostEditOptions,
): Promise<GroupChange[]> {
  const added = await lookupGroups(client, addGroup);
  const removed = await lookupGroups(client, removeGroup);
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
