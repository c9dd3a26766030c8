import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import type { HostV2 } from '../../hosts/hosts.v2.schemas.js';
import { parseHostFile, type HostFile, type ImportedHost } from '../../hosts/import/host-file.js';
import { NmapXmlError } from '../../hosts/import/nmap-xml.js';
import { chunk } from '../../lib/collections.js';
import { printable } from '../../lib/text.js';
import { withClient } from '../client/client.js';
import type { FoundGroup } from '../client/lookup.js';
import { addMembers, lookupGroups } from '../client/memberships.js';
import { getData, listAll } from '../client/request.js';
import type { Client, ServiceOptions } from '../client/types.js';
import { CommandError } from '../output/errors.js';
import type { Io } from '../output/io.js';
import { printJson, type JsonOption } from '../output/items.js';
import { pluralize } from '../output/text.js';

type Host = z.infer<typeof HostV2>;

interface HostImportOptions extends ServiceOptions, JsonOption {
  /** `-`: standard input */
  file: string;
  /** ids or names; they must exist */
  groups: string[];
}

interface Imported {
  created: Host[];
  existing: Host[];
}

const HOSTS_PER_REQUEST = 1000;
const MAX_FILE_BYTES = 64 * 1024 ** 2;

/**
 * Adds the hosts of a file. Those that exist keep their names. Lines that name no host are reported, and the others
 * are imported; then the exit code is 1. Groups that the file names are created.
 */
export async function hostImport(options: HostImportOptions, io: Io): Promise<number> {
  const { hosts, rejected } = readHostFile(options.file);
  for (const { line, message } of rejected) io.stderr.write(`Line ${line}: ${message}.\n`);
  const imported = await withClient({ ...options }, io, async (client) => {
    const groups = await lookupGroups(client, options.groups);
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

function readHostFile(file: string): HostFile {
  const name = file === '-' ? 'Standard input' : file;
  const content = readContent(file, name);
  if (content.length > MAX_FILE_BYTES)
    throw new CommandError(`${name} is larger than ${MAX_FILE_BYTES / 1024 ** 2} MiB`);
  try {
    return parseHostFile(decode(content));
  } catch (error) {
    if (error instanceof NmapXmlError) throw new CommandError(`${name}: ${error.message}`);
    if (error instanceof TypeError) throw new CommandError(`${name} is not UTF-8 text`);
    throw error;
  }
}

function readContent(file: string, name: string): Buffer {
  try {
    return readFileSync(file === '-' ? 0 : file);
  } catch (error) {
    throw new CommandError(`${name} cannot be read: ${(error as Error).message}`, 2);
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

/** Adds the hosts to the groups that the file names. */
async function fillGroups(
  client: Client,
  hosts: readonly ImportedHost[],
  { created, existing }: Imported,
  io: Pick<Io, 'stderr'>,
): Promise<void> {
  const names = new Set(hosts.flatMap(({ groups }) => groups));
  if (names.size === 0) return;
  const ids = new Map([...created, ...existing].map(({ id, current_ip }) => [current_ip, id]));
  const known = await listAll<FoundGroup>(client, '/groups');
  for (const name of names) {
    const members = hosts
      .filter(({ groups }) => groups.includes(name))
      .flatMap(({ ip }) => ids.get(ip) ?? []);
    const group = known.find((g) => g.name.toLowerCase() === name.toLowerCase());
    if (group !== undefined) await addMembers(client, group.id, members);
    else {
      await getData(client, 'POST', '/groups', { name, host_ids: members });
      io.stderr.write(`Created group ${printable(name)}.\n`);
    }
  }
}

function describeImport({ created, existing }: Imported, rejected: number): string {
  const parts = [
    `Added ${pluralize(created.length, 'host')}`,
    ...(existing.length > 0 ? [`${existing.length} existed`] : []),
    ...(rejected > 0 ? [`${pluralize(rejected, 'line')} left out`] : []),
  ];
  return `${parts.join('; ')}.\n`;
}
