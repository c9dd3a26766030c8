import {
  canonicalIp,
  hasHostBits,
  ipKey,
  ipFromKey,
  parseBlock,
  type AddressBlock,
} from '../../hosts/addresses.js';

/** The meaning of one target argument. `ips` are canonical and ascending. */
type ParsedTarget =
  | { kind: 'addresses'; ips: string[] }
  | { kind: 'name'; name: string }
  | { kind: 'error'; message: string };

/** A host to scan; `name` is null if the target is an address. */
export interface TargetHost {
  ip: string;
  name: string | null;
}

export interface ExpandOptions {
  /** maximum number of distinct hosts */
  limit: number;
  /** returns the addresses of a name to scan; empty or rejected: it has none */
  resolve: (name: string) => Promise<readonly string[]>;
}

export type ExpandedTargets = { ok: true; hosts: TargetHost[] } | { ok: false; messages: string[] };

const HINT = 'use an IP address, a name, a CIDR block (10.0.0.0/24) or a range (10.0.0.1-5)';

/**
 * Parses one target: `10.0.0.1`, `fd00::1`, `web.example`, `10.0.0.0/24` (without its network and broadcast
 * addresses), `10.0.0.1-5`, `10.0.0.1-10.0.1.20`. More than `limit` addresses are an error, detected without
 * listing them.
 * @internal
 */
export function parseTarget(text: string, limit: number): ParsedTarget {
  const ip = canonicalIp(text);
  if (ip !== null) return { kind: 'addresses', ips: [ip] };
  if (text.includes('/')) return parseBlockTarget(text, limit);
  return parseRange(text, limit) ?? parseName(text);
}

/**
 * Expands targets to distinct hosts, in the given order; an address that also has a name keeps it. `messages`
 * names every invalid target, so that the user can correct all at once.
 */
export async function expandTargets(
  texts: readonly string[],
  options: ExpandOptions,
): Promise<ExpandedTargets> {
  const hosts = new Map<string, TargetHost>();
  const messages: string[] = [];
  for (const text of texts) {
    const found = await resolveHosts(parseTarget(text, options.limit), options);
    if (!Array.isArray(found)) messages.push(found.message);
    else
      for (const host of found)
        hosts.set(host.ip, { ip: host.ip, name: hosts.get(host.ip)?.name ?? host.name });
    if (hosts.size > options.limit)
      return {
        ok: false,
        messages: [...messages, `More than ${options.limit} targets.`],
      };
  }
  return messages.length > 0 ? { ok: false, messages } : { ok: true, hosts: [...hosts.values()] };
}

async function resolveHosts(
  target: ParsedTarget,
  { resolve }: ExpandOptions,
): Promise<TargetHost[] | { message: string }> {
  if (target.kind === 'error') return target;
  if (target.kind === 'addresses') return target.ips.map((ip) => ({ ip, name: null }));
  const { name } = target;
  const addresses = await resolve(name).catch(() => []);
  const ips = addresses.map(canonicalIp).filter((ip) => ip !== null);
  return ips.length > 0
    ? ips.map((ip) => ({ ip, name }))
    : { message: `${name}: name does not resolve to an IP address.` };
}

function parseBlockTarget(text: string, limit: number): ParsedTarget {
  const block = parseBlock(text);
  if (block === null) return invalid(text, `is not a CIDR block; ${HINT}`);
  const first = block.first.toString();
  if (hasHostBits(block))
    return invalid(
      text,
      `has host bits set; did you mean ${canonicalIp(first) ?? first}/${block.bits}?`,
    );
  const { from, to } = hostRange(block);
  return toAddresses(text, from, to, limit);
}

// RFC 3021: both addresses of a /31 are hosts. A /32 is one host.
function hostRange(block: AddressBlock): { from: bigint; to: bigint } {
  const from = toInteger(block.first.toString());
  const to = toInteger(block.last.toString());
  const hasReserved = block.first.kind() === 'ipv4' && block.bits < 31;
  return hasReserved ? { from: from + 1n, to: to - 1n } : { from, to };
}

function parseRange(text: string, limit: number): ParsedTarget | null {
  const [, left = '', right = ''] = /^([^-]+)-([0-9a-f.:-]*)$/i.exec(text) ?? [];
  const from = canonicalIp(left);
  if (from === null) return null;
  const to = canonicalIp(
    /^\d{1,3}$/.test(right) && !from.includes(':') ? from.replace(/\d+$/, right) : right,
  );
  if (to === null || to.includes(':') !== from.includes(':'))
    return invalid(text, `is not a range of addresses; ${HINT}`);
  const first = toInteger(from);
  const last = toInteger(to);
  return first > last
    ? invalid(text, `start of range is after its end: ${from} is after ${to}`)
    : toAddresses(text, first, last, limit);
}

function toAddresses(text: string, from: bigint, to: bigint, limit: number): ParsedTarget {
  const count = to - from + 1n;
  if (count > BigInt(limit))
    return invalid(text, `contains ${count.toString()} addresses; the maximum is ${limit}`);
  return {
    kind: 'addresses',
    ips: Array.from({ length: Number(count) }, (_, i) => fromInteger(from + BigInt(i))),
  };
}

function parseName(text: string): ParsedTarget {
  const name = text.toLowerCase().replace(/\.$/, '');
  if (isHostname(name)) return { kind: 'name', name };
  return invalid(text, `is neither an IP address nor a name; ${HINT}`);
}

/**
 * RFC 1123 2.1: labels of letters, digits and inner hyphens. The last label needs a letter; without, it is a
 * mistyped address.
 */
function isHostname(name: string): boolean {
  const labels = name.split('.');
  const last = labels.at(-1) ?? '';
  return (
    name.length <= 253 &&
    labels.every((l) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(l)) &&
    /[a-z]/.test(last) &&
    !/^0x[0-9a-f]*$/.test(last)
  );
}

function toInteger(ip: string): bigint {
  return BigInt(`0x${ipKey(ip).toString('hex')}`);
}

function fromInteger(value: bigint): string {
  return ipFromKey(Buffer.from(value.toString(16).padStart(32, '0'), 'hex'));
}

function invalid(text: string, problem: string): ParsedTarget {
  const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  return { kind: 'error', message: `${shown.replace(/\p{C}/gu, '?') || '(empty)'} ${problem}` };
}
