import type { z } from 'zod';
import type { HostV2 } from '../../hosts/hosts.v2.schemas.js';
import { parseHostFile, type HostFile, type ImportedHost } from '../../hosts/import/host-file.js';
import { NmapXmlError } from '../../hosts/import/nmap-xml.js';
import { chunk } from '../../lib/collections.js';
import { findNamed, foldName } from '../../lib/lists/find-named.js';
import { pluralize, printable } from '../../lib/text.js';
import { withClient } from '../client/client.js';
import { lookupEach, lookupGroup, type FoundGroup } from '../client/lookup.js';
import { getData, listAll, readData } from '../client/request.js';
import type { Client, ServiceOptions } from '../client/types.js';
import { inputName, readInput } from '../input/read-input.js';
import { CommandError } from '../output/errors.js';
import type { Io } from '../output/io.js';
import { printJson, type JsonOption } from '../output/items.js';
import { addMembers } from './host.change.js';

type Host = z.infer<typeof HostV2>;

interface HostImportOptions extends ServiceOptions, JsonOption {
  /** `-`: standard input */
  file: string;
  /** ids or names; they must exist */
  group?: string[];
}

interface Imported {
  created: Host[];
  existing: Host[];
}

const HOSTS_PER_REQUEST = 1000;

/**
 * Adds the hosts of a file. Those that exist keep their names. Lines that name no host are reported, and the others
 * are imported; then the exit code is 1. Groups that the file names are created.
 */
export async function hostImport(options: HostImportOptions, io: Io): Promise<number> {
  const { hosts, rejected } = await readHostFile(options.file, io);
  for (const { line, message } of rejected) io.stderr.write(`Line ${line}: ${message}.\n`);
  const imported = await withClient({ ...options, needsDataDir: false }, io, async (client) => {
    const groups = await lookupEach(client, options.group ?? [], lookupGroup);
    const result = await createHosts(client, hosts);
    const ids = [...result.created, ...result.existing].map(({ id }) => id);
    if (ids.length > 0) for (const group of groups) await addMembers(client, group.id, ids);
    await fillGroups(client, hosts, result, io);
    return result;
  });
  if (options.json) printJson({ ...imported, rejected }, io);
  else io.stdout.write(describeImport(imported, rejected.length));
  return rejected.length > 0 || hosts.length === 0 ? 1 : 0;
}

async function readHostFile(file: string, io: Io): Promise<HostFile> {
  const name = inputName(file);
  const content = await readInput(file, io);
  try {
    return parseHostFile(decode(content));
  } catch (error) {
    if (error instanceof NmapXmlError) throw new CommandError(`${name}: ${error.message}`);
    if (error instanceof TypeError) throw new CommandError(`${name} is not UTF-8 text`);
    throw error;
  }
}

/** Decodes UTF-8, or UTF-16 with a byte order mark, as Windows writes it. Throws TypeError. */
function decode(content: Buffer): string {
  const encoding = content[0] === 0xff && content[1] === 0xfe ? 'utf-16le' : 'utf-8';
  return new TextDecoder(encoding, { fatal: true }).decode(content);
}

async function createHosts(client: Client, hosts: readonly ImportedHost[]): Promise<Imported> {
  const created: Host[] = [];
  const existing: Host[] = [];
  for (const part of chunk(hosts, HOSTS_PER_REQUEST)) {
    const body = part.map(({ ip, name, description }) => ({
      current_ip: ip,
      ...(name !== null && { hostname: name }),
      ...(description !== null && { description }),
    }));
    const result = await getData<Imported>(client, 'POST', '/hosts', body);
    created.push(...result.created);
    existing.push(...result.existing);
  }
  return { created, existing };
}

/** Adds the hosts to the groups that the file names, with one request for each 10,000 hosts of a group. */
async function fillGroups(
  client: Client,
  hosts: readonly ImportedHost[],
  { created, existing }: Imported,
  io: Pick<Io, 'stderr'>,
): Promise<void> {
  const ids = new Map([...created, ...existing].map(({ id, current_ip }) => [current_ip, id]));
  const members = membersOf(hosts, ids);
  if (members.size === 0) return;
  const known = await listAll<FoundGroup>(client, '/groups');
  for (const { name, hostIds } of members.values()) {
    const [found] = findNamed(known, name, (group) => group.name);
    const groupId = found?.id ?? (await createGroup(client, name, io));
    await addMembers(client, groupId, hostIds);
  }
}

/** Returns the ids of the hosts of each group, by its name in any case. @param ids hosts by address */
function membersOf(
  hosts: readonly ImportedHost[],
  ids: ReadonlyMap<string, number>,
): Map<string, { name: string; hostIds: number[] }> {
  const members = new Map<string, { name: string; hostIds: number[] }>();
  for (const { ip, groups } of hosts)
    for (const name of groups) {
      const key = foldName(name);
      const group = members.get(key) ?? { name, hostIds: [] };
      members.set(key, group);
      group.hostIds.push(...(ids.has(ip) ? [ids.get(ip) as number] : []));
    }
  return members;
}

/** Returns the id of a new group, or of the one that someone else created meanwhile. */
async function createGroup(
  client: Client,
  name: string,
  { stderr }: Pick<Io, 'stderr'>,
): Promise<number> {
  const response = await client.request('POST', '/groups', { name });
  const { conflict } = response.body as { conflict?: { id: number } };
  if (response.status === 409 && conflict !== undefined) return conflict.id;
  const { id } = readData<FoundGroup>(response);
  stderr.write(`Created group ${printable(name)}.\n`);
  return id;
}

function describeImport({ created, existing }: Imported, rejected: number): string {
  const parts = [
    `Added ${pluralize(created.length, 'host')}`,
    ...(existing.length > 0 ? [`${existing.length} existed`] : []),
    ...(rejected > 0 ? [`${pluralize(rejected, 'line')} left out`] : []),
  ];
  return `${parts.join('; ')}.\n`;
}
