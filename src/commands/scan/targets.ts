import { canonicalIp } from '../../hosts/addresses.js';
import { chunk } from '../../lib/collections.js';
import { isInRanges, singleAddress, type AddressRange } from '../../pentest/address-ranges.js';
import type { TargetText } from './targets.input.js';
import { parseExclusion, parseTarget, type ParsedTarget } from './targets.parse.js';

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
  /** addresses that are left out */
  excluded?: readonly AddressRange[];
}

const MAX_LOOKUPS = 16; // at a time

/** `unresolved`: names without an address, beside other targets that have one. */
export type ExpandedTargets =
  { ok: true; hosts: TargetHost[]; unresolved: string[] } | { ok: false; messages: string[] };

/**
 * Returns the addresses to leave out: a block as a whole, a name with all its addresses. Invalid ones and names
 * without an address become messages, since leaving them in would scan what must not be scanned.
 */
export async function parseExclusions(
  texts: readonly TargetText[],
  resolve: ExpandOptions['resolve'],
): Promise<{ ok: true; ranges: AddressRange[] } | { ok: false; messages: string[] }> {
  const ranges: AddressRange[] = [];
  const messages: string[] = [];
  for (const { text } of texts) {
    const parsed = parseExclusion(text);
    if (parsed.kind === 'error') messages.push(parsed.message);
    else if (parsed.kind === 'range') ranges.push(parsed);
    else {
      const ips = await resolveName(parsed.name, resolve);
      if (ips.length === 0) messages.push(unresolvedMessage(parsed.name));
      for (const ip of ips) ranges.push(singleAddress(ip));
    }
  }
  return messages.length > 0 ? { ok: false, messages } : { ok: true, ranges };
}

/**
 * Expands targets to distinct hosts, in the given order; an address that also has a name keeps it. A name without an
 * address is left out if another target has one. `messages` names every invalid target, so that the user can correct
 * all at once.
 */
export async function expandTargets(
  targets: readonly TargetText[],
  options: ExpandOptions,
): Promise<ExpandedTargets> {
  const hosts = new Map<string, TargetHost>();
  const messages: string[] = [];
  const unresolved: string[] = [];
  for await (const { where, found } of resolveTargets(targets, options)) {
    if (!Array.isArray(found)) {
      messages.push(where === null ? found.message : `${where}: ${found.message}`);
      if (found.unresolved !== null) unresolved.push(found.unresolved);
    } else
      for (const host of found)
        hosts.set(host.ip, { ip: host.ip, name: hosts.get(host.ip)?.name ?? host.name });
    if (hosts.size > options.limit)
      return { ok: false, messages: [...messages, `More than ${options.limit} targets.`] };
  }
  if (messages.length > unresolved.length || (hosts.size === 0 && messages.length > 0))
    return { ok: false, messages };
  return hosts.size === 0
    ? { ok: false, messages: ['Every target is excluded.'] }
    : { ok: true, hosts: [...hosts.values()], unresolved: [...new Set(unresolved)] };
}

/** `unresolved`: the name without an address; null: another error. */
interface TargetError {
  message: string;
  unresolved: string | null;
}

/** Yields what each target means, in their order. Several names are looked up at a time. */
async function* resolveTargets(
  targets: readonly TargetText[],
  options: ExpandOptions,
): AsyncGenerator<{ where: string | null; found: TargetHost[] | TargetError }> {
  for (const some of chunk(targets, MAX_LOOKUPS))
    yield* await Promise.all(
      some.map(async ({ text, where }) => ({
        where,
        found: await resolveHosts(parseTarget(text, options.limit), options),
      })),
    );
}

async function resolveHosts(
  target: ParsedTarget,
  { resolve, excluded = [] }: ExpandOptions,
): Promise<TargetHost[] | TargetError> {
  if (target.kind === 'error') return { message: target.message, unresolved: null };
  const isIncluded = (ip: string): boolean => !isInRanges(ip, excluded);
  if (target.kind === 'addresses')
    return target.ips.filter(isIncluded).map((ip) => ({ ip, name: null }));
  const { name } = target;
  const ips = await resolveName(name, resolve);
  return ips.length > 0
    ? ips.filter(isIncluded).map((ip) => ({ ip, name }))
    : { message: unresolvedMessage(name), unresolved: name };
}

async function resolveName(name: string, resolve: ExpandOptions['resolve']): Promise<string[]> {
  const addresses = await resolve(name).catch(() => []);
  return addresses.map(canonicalIp).filter((ip) => ip !== null);
}

const unresolvedMessage = (name: string): string =>
  `${name}: name does not resolve to an IP address.`;
