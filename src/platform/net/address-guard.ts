import ipaddr from 'ipaddr.js';

/**
 * Why an address may not be contacted. `reason` is a stable code, `detail` a sentence for a person.
 */
interface Refusal {
  reason: string;
  detail: string;
}

/** Called before each connection or packet, at the moment of sending. Null: allowed. */
export type AddressGuard = (ip: string) => Refusal | null;

export type GuardedBlock = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

// Ranges that are never scanned, also when the lists allow them (RFC 6890, RFC 5771, RFC 4291).
// 169.254.169.254 and fd00:ec2::254 are the metadata services of cloud hosts, which serve secrets
// to any client.
const NEVER_ALLOWED: readonly (readonly [string, string, string])[] = [
  ['0.0.0.0/8', 'unspecified', 'is an unspecified address'],
  ['::/128', 'unspecified', 'is an unspecified address'],
  ['224.0.0.0/4', 'multicast', 'is a multicast address'],
  ['ff00::/8', 'multicast', 'is a multicast address'],
  ['255.255.255.255/32', 'broadcast', 'is a broadcast address'],
  ['240.0.0.0/4', 'reserved', 'is a reserved address'],
  ['169.254.0.0/16', 'link_local', 'is a link-local address, used by cloud metadata services'],
  ['fd00:ec2::254/128', 'metadata', 'is the address of a metadata service'],
];
const neverAllowed = NEVER_ALLOWED.map(([block, reason, text]) => ({
  block: parseCidr(block),
  reason,
  text,
}));

/**
 * Parses a CIDR block or a single address. Throws a RangeError with the reason: not an address, or
 * host bits set.
 */
export function parseCidr(text: string): GuardedBlock {
  const full = text.includes('/') ? text : `${text}/${text.includes(':') ? 128 : 32}`;
  if (
    !/^([\d.]+|[\da-f:.]+)\/\d{1,3}$/i.test(full) ||
    !ipaddr.isValidCIDR(full) ||
    (!full.includes(':') && !ipaddr.IPv4.isValidCIDRFourPartDecimal(full))
  ) {
    throw new RangeError(`"${text}" is neither an address nor a CIDR block`);
  }
  const block = ipaddr.parseCIDR(full);
  const network = (block[0].kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6)
    .networkAddressFromCIDR(full)
    .toString();
  if (network !== block[0].toString())
    throw new RangeError(`"${text}" has host bits set; did you mean ${network}/${block[1]}?`);
  return withoutMapping(block);
}

// IPv4-mapped addresses are compared as IPv4 addresses: ::ffff:10.0.0.0/104 becomes 10.0.0.0/8.
function withoutMapping([address, bits]: GuardedBlock): GuardedBlock {
  const mapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96;
  return mapped ? [address.toIPv4Address(), bits - 96] : [address, bits];
}

// A NAT64 gateway forwards these to the IPv4 address in their last four bytes (RFC 6052).
const NAT64 = parseCidr('64:ff9b::/96');

/**
 * Returns the addresses that `text` reaches: an IPv4-mapped address is its IPv4 address; a NAT64
 * address is itself and its IPv4 address.
 */
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
 * Creates the address policy of the service. SCAN_DENY takes precedence over SCAN_ALLOW, and some
 * addresses are never allowed.
 * @param allow if not empty, only these blocks may be contacted
 * @param deny blocks that may not be contacted
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
