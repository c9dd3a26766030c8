import {
  createGuard,
  isInBlocks,
  parseCidr,
  type AddressGuard,
  type GuardedBlock,
} from '../../platform/net/address-guard.js';

// Addresses that are not reached through the Internet (RFC 1918, RFC 6598, RFC 4193), and NAT64, which may lead there.
const PRIVATE = [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1/128',
  'fc00::/7',
  '64:ff9b::/96',
].map(parseCidr);

/**
 * Returns the policy of messages: metadata services and SCAN_DENY never; private addresses as scans may contact them
 * (SCAN_ALLOW); all others.
 */
export function createMessageGuard(
  allow: readonly GuardedBlock[],
  deny: readonly GuardedBlock[],
): AddressGuard {
  const guardPublic = createGuard([], deny);
  const guardPrivate = createGuard(allow, deny);
  return (ip) => (isInBlocks(ip, PRIVATE) ? guardPrivate(ip) : guardPublic(ip));
}
