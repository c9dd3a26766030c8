import { Name } from '../../http/common.js';
import { createXmlWalker } from '../../lib/markup/walk-xml.js';
import { canonicalIp } from '../addresses.js';

/** A host that was up. `name`: the one that the user gave, otherwise that of DNS (PTR); null: none. */
export interface NmapHost {
  ip: string;
  name: string | null;
}

/** The text is not the XML output of nmap. The message names the line, and can be shown. */
export class NmapXmlError extends Error {}

const MAX_LENGTH = 64 * 1024 ** 2; // UTF-16 units
const MAX_HOSTS = 262_144;

const ROOT = 'nmaprun';
const HOST = `${ROOT}/host`;
const STATUS = `${HOST}/status`;
const ADDRESS = `${HOST}/address`;
const HOSTNAMES = `${HOST}/hostnames`;
const HOSTNAME = `${HOSTNAMES}/hostname`;
const KNOWN_PATHS = new Set([HOST, STATUS, ADDRESS, HOSTNAMES, HOSTNAME]);

/** A host while its element is open. */
interface OpenHost {
  ip: string | null;
  isUp: boolean;
  names: { user: string | null; PTR: string | null };
}

/**
 * Returns the hosts in the XML output of nmap (`-oX`; also that of masscan) that were up, each address once, in the
 * order of the text. Throws NmapXmlError if the text is not well-formed (that of an interrupted scan is not), has
 * another root element, contains declarations, or exceeds a limit: 64 Mi characters, 262,144 hosts, those of
 * `createXmlWalker`. The work is linear in the length of the text.
 */
export function parseNmapXml(text: string): { hosts: NmapHost[] } {
  if (text.length > MAX_LENGTH)
    throw new NmapXmlError('The nmap XML has more than 64 Mi characters');
  const collector = createCollector();
  const { walk, getLine } = createXmlWalker({
    open: (name, attributes) => collector.open(name, attributes),
    close: () => collector.close(),
    doctype(doctype) {
      if (/[[\]]/.test(doctype)) refuse('the DOCTYPE contains declarations');
    },
  });
  try {
    walk(text.replace(/^\ufeff/, ''));
    return { hosts: collector.hosts() };
  } catch (error) {
    throw toNmapXmlError(error as Error, getLine());
  }
}

function refuse(reason: string): never {
  throw new Error(reason);
}

// The messages of the parser have several lines: what, `Line: 3`, `Column: 7`, `Char: x`.
function toNmapXmlError(error: Error, line: number): NmapXmlError {
  const [what = ''] = error.message.split('\n');
  const reason = `${what.charAt(0).toLowerCase()}${what.slice(1, 200)}`;
  return new NmapXmlError(`Line ${line} of the nmap XML cannot be read: ${reason}`);
}

/** Returns the path of a child; null: it is not read. */
function pathOf(parent: string | null, name: string): string | null {
  const path = `${parent ?? ''}/${name}`;
  return parent !== null && KNOWN_PATHS.has(path) ? path : null;
}

/** Collects the hosts of one text. Throws where it exceeds a limit or is not of nmap. */
function createCollector() {
  const found = new Map<string, string | null>();
  /** paths of the open elements; null: one that is not read */
  const paths: (string | null)[] = [];
  let host: OpenHost | null = null;
  let hasRoot = false;

  function openRoot(name: string): void {
    if (name !== ROOT || hasRoot) refuse(`the root element is not one ${ROOT}`);
    hasRoot = true;
  }

  // Elements by their path: `hosthint` has the same children as `host`, before it is known that the host is up.
  function read(at: string | null, attributes: Readonly<Record<string, string>>): void {
    if (at === HOST) host = { ip: null, isUp: true, names: { user: null, PTR: null } };
    if (host === null) return;
    if (at === STATUS) host.isUp = attributes.state === 'up';
    if (at === ADDRESS) host.ip ??= readAddress(attributes);
    if (at === HOSTNAME) readName(host, attributes);
  }

  function end(): void {
    if (host?.isUp && host.ip !== null) {
      const { ip, names } = host;
      found.set(ip, found.get(ip) ?? names.user ?? names.PTR);
      if (found.size > MAX_HOSTS) refuse(`there are more than ${MAX_HOSTS} hosts`);
    }
    host = null;
  }

  return {
    open(name: string, attributes: Readonly<Record<string, string>>): void {
      if (paths.length === 0) openRoot(name);
      const parent = paths.at(-1);
      const at = parent === undefined ? ROOT : pathOf(parent, name);
      paths.push(at);
      read(at, attributes);
    },
    close(): void {
      if (paths.pop() === HOST) end();
    },
    /** Throws if there was no root element. */
    hosts(): NmapHost[] {
      if (!hasRoot) refuse(`there is no element ${ROOT}`);
      return [...found].map(([ip, name]) => ({ ip, name }));
    },
  };
}

/** Returns null for a MAC address. */
function readAddress({ addr = '', addrtype = 'ipv4' }: Readonly<Record<string, string>>) {
  if (addrtype !== 'ipv4' && addrtype !== 'ipv6') return null;
  return canonicalIp(addr) ?? refuse('an address is neither IPv4 nor IPv6');
}

function readName(
  { names }: OpenHost,
  { name, type = 'user' }: Readonly<Record<string, string>>,
): void {
  if (type !== 'user' && type !== 'PTR') return;
  const parsed = Name.safeParse(name); // a name that the service refuses is left out
  if (parsed.success) names[type] ??= parsed.data;
}
