import ipaddr from 'ipaddr.js';

/** Why an address may not be contacted. `reason` is a stable code, `detail` a sentence for a person. */
interface Refusal {
  reason: string;
  detail: string;
}

/** Asked by everything that opens a connection or sends a packet, at the moment it does so. Null: allowed. */
export type AddressGuard = (ip: string) => Refusal | null;

export type GuardedBlock = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

// Ranges that no scan has any business with, whatever the lists say (RFC 6890, RFC 5771, RFC 4291).
// 169.254.169.254 and fd00:ec2::254 are the metadata services of cloud hosts: they hand out secrets to whoever asks.
const NEVER_ALLOWED: readonly (readonly [string, string, string])[] = [
  ['0.0.0.0/8', 'unspecified', 'is an unspecified address'],
  ['::/128', 'unspecified', 'is an unspecified address'],
  ['224.0.0.0/4', 'multicast', 'is a multicast address'],
  ['ff00::/8', 'multicast', 'is a multicast address'],
  ['255.255.255.255/32', 'broadcast', 'is a broadcast address'],
  ['240.0.0.0/4', 'reserved', 'is a reserved address'],
  [
    '169.254.0.0/16',
    'link_local',
    'is a link-local address, where cloud hosts keep their metadata service',
  ],
  ['fd00:ec2::254/128', 'metadata', 'is the address of a metadata service'],
];
const neverAllowed = NEVER_ALLOWED.map(([block, reason, text]) => ({
  block: parseCidr(block),
  reason,
  text,
}));

/** Parses one CIDR block or single address. Throws a RangeError that says what is wrong: no address, or host bits that are set. */
export function parseCidr(text: string): GuardedBlock {
  const full = text.includes('/') ? text : `${text}/${text.includes(':') ? 128 : 32}`;
  if (
    !/^([\d.]+|[\da-f:.]+)\/\d{1,3}$/i.test(full) ||
    !ipaddr.isValidCIDR(full) ||
    (!full.includes(':') && !ipaddr.IPv4.isValidCIDRFourPartDecimal(full))
  ) {
    throw new RangeError(`"${text}" is no address and no CIDR block`);
  }
  const block = ipaddr.parseCIDR(full);
  const network = (block[0].kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6)
    .networkAddressFromCIDR(full)
    .toString();
  if (network !== block[0].toString())
    throw new RangeError(`"${text}" has host bits set: ${network}/${block[1]} was meant`);
  return withoutMapping(block);
}

// Addresses are compared as the IPv4 addresses that they stand for, so that ::ffff:10.0.0.0/104 has to be 10.0.0.0/8.
function withoutMapping([address, bits]: GuardedBlock): GuardedBlock {
  const mapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96;
  return mapped ? [address.toIPv4Address(), bits - 96] : [address, bits];
}

// A gateway sends what comes for these on to the IPv4 address in their last four bytes (RFC 6052).
const NAT64 = parseCidr('64:ff9b::/96');

/** The addresses that one reaches: an IPv4-mapped one is the IPv4 address, one for a gateway is itself and the IPv4 address. */
function reachedAddresses(text: string): (ipaddr.IPv4 | ipaddr.IPv6)[] {
  const ip = ipaddr.process(text);
  return isWithin(ip, NAT64) ? [ip, ipaddr.fromByteArray(ip.toByteArray().slice(12))] : [ip];
}

function isWithin(ip: ipaddr.IPv4 | ipaddr.IPv6, block: GuardedBlock): boolean {
  const [network, bits] = block;
  if (ip.kind() !== network.kind()) return false;
  return ip.match(network, bits);
}

/**
 * The service's own conscience about addresses: SCAN_DENY wins over SCAN_ALLOW, and some addresses are never allowed.
 * @param allow when not empty, only these blocks may be contacted
 * @param deny  never these
 */
export function createGuard(
  allow: readonly GuardedBlock[],
  deny: readonly GuardedBlock[],
): AddressGuard {
  return (text) => {
    const addresses = reachedAddresses(text);
    const isIn = (block: GuardedBlock): boolean => addresses.some((ip) => isWithin(ip, block));
    const blocked = neverAllowed.find((n) => isIn(n.block));
    if (blocked)
      return { reason: blocked.reason, detail: `${text} ${blocked.text}, which is never scanned` };
    if (deny.some(isIn)) return { reason: 'denied', detail: `${text} is in SCAN_DENY` };
    if (allow.length > 0 && !allow.some(isIn))
      return { reason: 'not_in_allow_list', detail: `${text} is not in SCAN_ALLOW` };
    return null;
  };
}
