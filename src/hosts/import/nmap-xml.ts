import sax from 'sax';
import { Name } from '../../http/common.js';
import { canonicalIp } from '../addresses.js';

/** A host that was up. `name`: the one that the user gave, otherwise that of DNS (PTR); null: none. */
export interface NmapHost {
  ip: string;
  name: string | null;
}

/** The text is not the XML output of nmap. The message names the line, and can be shown. */
export class NmapXmlError extends Error {}

const MAX_LENGTH = 64 * 1024 ** 2; // UTF-16 units
const MAX_DEPTH = 64; // nmap's own elements need 4; those of scripts can be nested
const MAX_ATTRIBUTES = 64; // of an element
const MAX_NAME_LENGTH = 256; // of an element or an attribute
const MAX_HOSTS = 262_144;

const ROOT = 'nmaprun';
const HOST_PATH = `${ROOT}/host`;

/** A host while its element is open. */
interface OpenHost {
  ip: string | null;
  isUp: boolean;
  names: { user: string | null; PTR: string | null };
}

/**
 * Returns the hosts in the XML output of nmap (`-oX`; also that of masscan) that were up, each address once, in the
 * order of the text. Throws NmapXmlError if the text is not well-formed (that of an interrupted scan is not), has
 * another root element, defines entities, or exceeds a limit: 64 Mi characters, 64 levels, 64 attributes of one
 * element, 256 characters of a name, 262,144 hosts. The work is linear in the length of the text.
 */
export function parseNmapXml(text: string): { hosts: NmapHost[] } {
  if (text.length > MAX_LENGTH)
    throw new NmapXmlError('The nmap XML has more than 64 Mi characters');
  // Not `xmlns: true`: with it, the parser compares each attribute with all others of its element.
  const parser = sax.parser(true, { xmlns: false });
  const collector = createCollector();
  let attributeCount = 0;
  parser.onerror = (error) => {
    throw error; // otherwise the parser continues
  };
  parser.ondoctype = (doctype) => {
    if (/[[\]]/.test(doctype)) refuse('the DOCTYPE contains declarations');
  };
  parser.onopentagstart = ({ name }) => {
    attributeCount = 0;
    if (name.length > MAX_NAME_LENGTH) refuse('an element has too long a name');
  };
  parser.onattribute = ({ name }) => {
    attributeCount += 1;
    if (attributeCount > MAX_ATTRIBUTES || name.length > MAX_NAME_LENGTH)
      refuse('an element has too many attributes, or one with too long a name');
  };
  parser.onopentag = ({ name, attributes }) =>
    collector.open(name, attributes as Record<string, string>);
  parser.onclosetag = () => collector.close();
  try {
    parser.write(text.replace(/^\ufeff/, '')).close();
    return { hosts: collector.hosts() };
  } catch (error) {
    throw toNmapXmlError(error as Error, parser.line + 1);
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

/** Collects the hosts of one text. Throws where it exceeds a limit or is not of nmap. */
function createCollector() {
  const found = new Map<string, string | null>();
  const path: string[] = [];
  let host: OpenHost | null = null;
  let hasRoot = false;

  function openRoot(name: string): void {
    if (name !== ROOT || hasRoot) refuse(`the root element is not one ${ROOT}`);
    hasRoot = true;
  }

  // Elements by their path: `hosthint` has the same children as `host`, before it is known that the host is up.
  function read(at: string, attributes: Readonly<Record<string, string>>): void {
    if (at === HOST_PATH) host = { ip: null, isUp: true, names: { user: null, PTR: null } };
    if (host === null) return;
    if (at === `${HOST_PATH}/status`) host.isUp = attributes.state === 'up';
    if (at === `${HOST_PATH}/address`) host.ip ??= readAddress(attributes);
    if (at === `${HOST_PATH}/hostnames/hostname`) readName(host, attributes);
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
      if (path.length === 0) openRoot(name);
      path.push(name);
      if (path.length > MAX_DEPTH) refuse(`elements are nested more than ${MAX_DEPTH} deep`);
      read(path.join('/'), attributes);
    },
    close(): void {
      if (path.join('/') === HOST_PATH) end();
      path.pop();
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
