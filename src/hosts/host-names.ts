import { canonicalIp, parseBlock } from './addresses.js';
import type { NewHost } from './hosts.js';

const RANGE = /^\d+(?:\.\d+){3}-\d+(?:\.\d+)*$/;

/**
 * Returns why a name cannot be that of a host at this address; null: it can. A name of addresses is no name: a list of
 * two addresses would become one host, and the second one would never be scanned.
 * @param ip canonical; its own address may be the name of a host, as it is of one without a name
 */
export function findNameProblem(name: string, ip: string): string | null {
  if (canonicalIp(name) === ip) return null;
  const parts = name.split(/[\s,;]+/).filter((part) => part !== '');
  return parts.length > 0 && parts.every(isOfAddresses)
    ? 'must be a name: it is an address, and each host is added by its own'
    : null;
}

const isOfAddresses = (text: string): boolean =>
  canonicalIp(text) !== null || parseBlock(text) !== null || RANGE.test(text);

/** Returns each address once, with the first name and description that its hosts state. */
export function mergeHosts(hosts: readonly NewHost[]): NewHost[] {
  const byIp = new Map<string, NewHost>();
  for (const host of hosts) {
    const known = byIp.get(host.ip) ?? host;
    const name = known.name === known.ip ? host.name : known.name;
    const isUnanswered = known.unanswered === true && host.unanswered === true;
    byIp.set(host.ip, {
      ip: host.ip,
      name,
      description: known.description || host.description,
      ...(isUnanswered && { unanswered: true }),
    });
  }
  return [...byIp.values()];
}
