import { pluralize, printable } from '../../lib/text.js';
import { parseTime } from '../../schedules/times.js';
import type { RegisteredAcceptance } from '../../vulnerabilities/acceptances/acceptances.js';
import { formatDate } from '../../lib/times.js';
import { withClient } from '../client/client.js';
import { lookupGroup, lookupHost } from '../client/lookup.js';
import { getData } from '../client/request.js';
import type { Client, ServiceOptions } from '../client/types.js';
import { CommandError } from '../output/errors.js';
import type { Io } from '../output/io.js';
import { printJson, type JsonOption } from '../output/items.js';
import { hostsText, whereText } from './acceptances.text.js';

export interface AcceptOptions extends ServiceOptions, JsonOption {
  vulnerability: string;
  reason: string;
  until?: string;
  /** id, IP address or name */
  host?: string;
  /** id or name */
  group?: string;
  allHosts?: boolean;
  package?: string;
  /** `443/tcp` */
  port?: string;
  allPlaces?: boolean;
  justification?: string;
}

interface VulnerabilityFindings {
  findings: { host_id: number }[];
  findings_total: number;
}

/** The hosts of a request. `isIncluded`: whether a host is one of them; `text`: for messages. */
interface Hosts {
  fields: { host_id?: number; group_id?: number; all_hosts?: true };
  text: string;
  isIncluded: (hostId: number) => boolean;
}

/**
 * Accepts a vulnerability, with one acceptance. Without a package or a port it covers every place of these hosts, which
 * have to have the vulnerability now; `--all-places` covers hosts that may have it later.
 */
export async function accept(options: AcceptOptions, io: Io): Promise<number> {
  const { vulnerability, reason, until, justification } = options;
  const stated = statedLocation(options);
  const body = {
    vulnerability_id: vulnerability,
    reason,
    until: until === undefined ? undefined : toUntil(until),
    justification,
  };
  const created = await withClient(options, io, async (client) => {
    const { fields, ...hosts } = await findHosts(client, options);
    if (stated === undefined) await requireFound(client, vulnerability, hosts);
    const location = stated ?? { all_places: true };
    const request = { ...body, ...fields, ...location };
    return getData<RegisteredAcceptance>(client, 'POST', '/acceptances', request);
  });
  if (options.json === true) printJson([created], io);
  else io.stdout.write(`${describeAcceptance(created)}\n`);
  return 0;
}

function describeAcceptance(acceptance: RegisteredAcceptance): string {
  const { id, vulnerability_id, until, findings } = acceptance;
  const end = until === null ? 'until revoked' : `until ${formatDate(until)}`;
  return (
    `Accepted ${printable(vulnerability_id)} on ${hostsText(acceptance)}, ` +
    `${whereText(acceptance)}, ${end}: ${pluralize(findings, 'open finding')} ` +
    `(acceptance ${id}).`
  );
}

type LocationFields =
  { package: string } | { port: number; transport: string } | { all_places: true };

/** Returns the location that the options state; undefined: they leave it open. */
function statedLocation({
  package: name,
  port,
  allPlaces,
}: Pick<AcceptOptions, 'package' | 'port' | 'allPlaces'>): LocationFields | undefined {
  if (name !== undefined) return { package: name };
  if (allPlaces === true) return { all_places: true };
  return port === undefined ? undefined : parsePort(port);
}

function parsePort(text: string): LocationFields {
  const [, port, transport] = /^(\d{1,5})\/(tcp|udp)$/.exec(text) ?? [];
  if (port === undefined || transport === undefined)
    throw new CommandError(
      `--port must be a port and its transport, like 443/tcp, not ${JSON.stringify(text)}`,
      2,
    );
  return { port: Number(port), transport };
}

/** A date alone includes that day (UTC). Any other text is sent as it is. */
function toUntil(text: string): string {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T23:59:59Z` : text;
  if (parseTime(time).ok) return time;
  const shown = JSON.stringify(printable(text));
  const example = 'a date like 2027-01-31 or a time like 2027-01-31T02:30:00Z';
  throw new CommandError(`--until must be ${example}, not ${shown}`, 2);
}

async function findHosts(
  client: Client,
  { host, group, allHosts }: Pick<AcceptOptions, 'host' | 'group' | 'allHosts'>,
): Promise<Hosts> {
  if (host !== undefined) {
    const { id, hostname } = await lookupHost(client, host);
    const isIncluded = (hostId: number): boolean => hostId === id;
    return { fields: { host_id: id }, text: printable(hostname), isIncluded };
  }
  if (group !== undefined) {
    const { id, name, host_ids } = await lookupGroup(client, group);
    const members = new Set(host_ids);
    const isIncluded = (hostId: number): boolean => members.has(hostId);
    return { fields: { group_id: id }, text: `group ${printable(name)}`, isIncluded };
  }
  if (allHosts === true)
    return { fields: { all_hosts: true }, text: 'any host', isIncluded: () => true };
  throw new CommandError('Say which hosts: --host, --group or --all-hosts', 2);
}

/** Throws CommandError if these hosts do not have the vulnerability now. */
async function requireFound(
  client: Client,
  vulnerability: string,
  hosts: Omit<Hosts, 'fields'>,
): Promise<void> {
  const path = `/vulnerabilities/${encodeURIComponent(vulnerability)}`;
  const card = await getData<VulnerabilityFindings>(client, 'GET', path);
  const isComplete = card.findings_total <= card.findings.length;
  if (!isComplete || card.findings.some(({ host_id }) => hosts.isIncluded(host_id))) return;
  throw new CommandError(
    `${printable(vulnerability)} is not found on ${hosts.text} now; ` +
      'say where: --package, --port or --all-places',
    2,
  );
}
