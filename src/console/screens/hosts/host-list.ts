/** A host to add. */
interface ListedHost {
  current_ip: string;
  hostname?: string;
}

/** The result of reading a list of addresses. `refused`: the lines that are not understood, with the reason. */
export interface HostList {
  hosts: ListedHost[];
  refused: { line: number; text: string; reason: string }[];
}

/** As many addresses as a block may have: the service takes 10,000 hosts in a request. */
const MAX_BLOCK = 4096;
const MAX_HOSTS = 10_000;

/**
 * Reads a list of hosts: a line is an address or an IPv4 block (`192.0.2.0/28`), and after a space, comma or semicolon
 * the name. Text after `#` is a comment. An address that is listed twice counts once, unless it
 * has two names. A name is no address. The service checks addresses.
 */
export function parseHostList(text: string): HostList {
  const hosts = new Map<string, ListedHost>();
  const lines = new Map<string, number>();
  const refused: HostList['refused'] = [];
  for (const [i, whole] of text.split(/\r?\n/).entries()) {
    const line = whole.replace(/#.*/, '').trim();
    if (line === '') continue;
    const read = readLine(line);
    if (typeof read === 'string') refused.push({ line: i + 1, text: line, reason: read });
    else
      for (const host of read) {
        const known = hosts.get(host.current_ip);
        const reason = known && renamedReason(known, host, lines.get(host.current_ip) ?? 0);
        if (reason) refused.push({ line: i + 1, text: line, reason });
        else {
          hosts.set(host.current_ip, { ...known, ...host });
          if (host.hostname !== undefined) lines.set(host.current_ip, i + 1);
        }
      }
    if (hosts.size > MAX_HOSTS) {
      refused.push({ line: i + 1, text: line, reason: 'more than 10,000 hosts' });
      break;
    }
  }
  return { hosts: [...hosts.values()].slice(0, MAX_HOSTS), refused };
}

/**
 * Returns why the name of a host cannot be that of a host with the same address; null: it can.
 * @param line that of the known name
 */
const renamedReason = (
  known: ListedHost,
  { current_ip: ip, hostname }: ListedHost,
  line: number,
): string | null =>
  known.hostname !== undefined && hostname !== undefined && known.hostname !== hostname
    ? `${ip} has the name ${known.hostname} on line ${line}`
    : null;

/** Returns the hosts of a line, or why it is refused. */
function readLine(line: string): ListedHost[] | string {
  const [target = '', name = '', ...rest] = line.split(/[\s,;]+/);
  if (rest.some((part) => part !== '')) return 'more than an address and a name';
  if (target.includes('/')) return name === '' ? expandBlock(target) : 'a block has no name';
  if (!isAddress(target)) return 'no address';
  if (name !== target && isAddress(name.split('/')[0] ?? ''))
    return 'the name is an address: write one address on each line';
  return [{ current_ip: target, ...(name !== '' && { hostname: name }) }];
}

const OCTET = /^(?:0|[1-9]\d{0,2})$/;

const isAddress = (text: string): boolean =>
  toNumber(text) !== null || (/^[\da-f:.]{2,49}$/i.test(text) && text.includes(':'));

/** Returns an IPv4 address as a number; null: not an address. */
function toNumber(text: string): number | null {
  const octets = text.split('.');
  if (octets.length !== 4 || !octets.every((octet) => OCTET.test(octet) && Number(octet) < 256))
    return null;
  return octets.reduce((sum, octet) => sum * 256 + Number(octet), 0);
}

const toText = (n: number): string =>
  [24, 16, 8, 0].map((bits) => Math.floor(n / 2 ** bits) % 256).join('.');

/** Returns the hosts of an IPv4 block; those of up to /30 are without network and broadcast address. */
function expandBlock(block: string): ListedHost[] | string {
  const [start = '', length = ''] = block.split('/');
  const first = toNumber(start);
  const bits = /^\d{1,2}$/.test(length) ? Number(length) : 99;
  if (first === null || bits > 32) return 'no IPv4 block';
  const size = 2 ** (32 - bits);
  if (size > MAX_BLOCK) return 'more than 4,096 addresses';
  if (first % size !== 0) return `the block starts at ${toText(first - (first % size))}`;
  const edge = size > 2 ? 1 : 0;
  return Array.from({ length: size - 2 * edge }, (_, i) => ({
    current_ip: toText(first + edge + i),
  }));
}
