import {
  canonicalIp,
  hasHostBits,
  ipKey,
  ipFromKey,
  parseBlock,
  type AddressBlock,
} from '../../hosts/addresses.js';

/** What one word of the command line asks to be scanned. `ips` are canonical and ascending. */
export type ParsedTarget =
  | { kind: 'addresses'; ips: string[] }
  | { kind: 'name'; name: string }
  | { kind: 'error'; message: string };

/** A host to scan; `name` is null when it was given by address. */
export interface TargetHost {
  ip: string;
  name: string | null;
}

export interface ExpandOptions {
  /** at most so many distinct hosts */
  limit: number;
  /** the addresses of a name, those to be scanned; empty or a rejection: it has none */
  resolve: (name: string) => Promise<readonly string[]>;
}

export type Expanded = { ok: true; hosts: TargetHost[] } | { ok: false; messages: string[] };

const HINT = 'give an address, a name, a block (10.0.0.0/24) or a range (10.0.0.1-5)';

/**
 * Reads one target: `10.0.0.1`, `fd00::1`, `web.example`, `10.0.0.0/24` (without the network and broadcast address),
 * `10.0.0.1-5`, `10.0.0.1-10.0.1.20`. More than `limit` addresses are an error, found without listing them.
 */
export function parseTarget(text: string, limit: number): ParsedTarget {
  const ip = canonicalIp(text);
  if (ip !== null) return { kind: 'addresses', ips: [ip] };
  if (text.includes('/')) return blockTarget(text, limit);
  return rangeTarget(text, limit) ?? nameTarget(text);
}

/**
 * All targets as distinct hosts, in the order given; an address that also came by name keeps the name.
 * Every target that can't be used is named in `messages`, so that one correction is enough.
 */
export async function expandTargets(
  texts: readonly string[],
  options: ExpandOptions,
): Promise<Expanded> {
  const hosts = new Map<string, TargetHost>();
  const messages: string[] = [];
  for (const text of texts) {
    const found = await hostsOf(parseTarget(text, options.limit), options);
    if (!Array.isArray(found)) messages.push(found.message);
    else
      for (const host of found)
        hosts.set(host.ip, { ip: host.ip, name: hosts.get(host.ip)?.name ?? host.name });
    if (hosts.size > options.limit)
      return {
        ok: false,
        messages: [...messages, `The targets are more than ${options.limit} hosts together.`],
      };
  }
  return messages.length > 0 ? { ok: false, messages } : { ok: true, hosts: [...hosts.values()] };
}

async function hostsOf(
  target: ParsedTarget,
  { resolve }: ExpandOptions,
): Promise<TargetHost[] | { message: string }> {
  if (target.kind === 'error') return target;
  if (target.kind === 'addresses') return target.ips.map((ip) => ({ ip, name: null }));
  const { name } = target;
  const answers = await resolve(name).catch(() => []);
  const ips = answers.map(canonicalIp).filter((ip) => ip !== null);
  return ips.length > 0
    ? ips.map((ip) => ({ ip, name }))
    : { message: `${name}: no address is known for this name.` };
}

function blockTarget(text: string, limit: number): ParsedTarget {
  const block = parseBlock(text);
  if (block === null) return error(text, `is not a CIDR block; ${HINT}`);
  const first = block.first.toString();
  if (hasHostBits(block))
    return error(
      text,
      `has host bits set; did you mean ${canonicalIp(first) ?? first}/${block.bits}?`,
    );
  return between(text, ...usable(block), limit);
}

// RFC 3021: both addresses of a /31 are hosts, and a /32 is one.
function usable(block: AddressBlock): [bigint, bigint] {
  const [from, to] = [numberOf(block.first.toString()), numberOf(block.last.toString())];
  return block.first.kind() === 'ipv4' && block.bits < 31 ? [from + 1n, to - 1n] : [from, to];
}

function rangeTarget(text: string, limit: number): ParsedTarget | null {
  const [, left = '', right = ''] = /^([^-]+)-([0-9a-f.:-]*)$/i.exec(text) ?? [];
  const from = canonicalIp(left);
  if (from === null) return null;
  const to = canonicalIp(
    /^\d{1,3}$/.test(right) && !from.includes(':') ? from.replace(/\d+$/, right) : right,
  );
  if (to === null || to.includes(':') !== from.includes(':'))
    return error(text, `is not a range of addresses; ${HINT}`);
  const [a, b] = [numberOf(from), numberOf(to)];
  return a > b
    ? error(text, `runs backwards: ${to} is before ${from}`)
    : between(text, a, b, limit);
}

function between(text: string, from: bigint, to: bigint, limit: number): ParsedTarget {
  const count = to - from + 1n;
  if (count > BigInt(limit))
    return error(text, `is ${count.toString()} addresses; at most ${limit} can be scanned at once`);
  return {
    kind: 'addresses',
    ips: Array.from({ length: Number(count) }, (_, i) => ipOf(from + BigInt(i))),
  };
}

function nameTarget(text: string): ParsedTarget {
  const name = text.toLowerCase().replace(/\.$/, '');
  if (isHostname(name)) return { kind: 'name', name };
  return error(text, `is neither an address nor a name; ${HINT}`);
}

/** RFC 1123 2.1: labels of letters, digits and inner hyphens. The last one needs a letter, or it is a mistyped address. */
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

function numberOf(ip: string): bigint {
  return BigInt(`0x${ipKey(ip).toString('hex')}`);
}

function ipOf(value: bigint): string {
  return ipFromKey(Buffer.from(value.toString(16).padStart(32, '0'), 'hex'));
}

function error(text: string, problem: string): ParsedTarget {
  const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  return { kind: 'error', message: `${shown.replace(/\p{C}/gu, '?') || '(empty)'} ${problem}` };
}
