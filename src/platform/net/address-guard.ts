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

type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type GuardedBlock = readonly [Address, number];

// Ranges that are never contacted, also when the lists allow them (RFC 6890, RFC 5771, RFC 4291). Metadata
// services of cloud hosts serve secrets to any client; docs/security.md lists their addresses.
const NEVER_ALLOWED: readonly (readonly [string, string, string])[] = [
  ['0.0.0.0/8', 'unspecified', 'is an unspecified address'],
  ['::/128', 'unspecified', 'is an unspecified address'],
  ['224.0.0.0/4', 'multicast', 'is a multicast address'],
  ['ff00::/8', 'multicast', 'is a multicast address'],
  ['255.255.255.255/32', 'broadcast', 'is a broadcast address'],
  ['240.0.0.0/4', 'reserved', 'is a reserved address'],
  ['169.254.0.0/16', 'link_local', 'is a link-local address, used by cloud metadata services'],
  ['fe80::/10', 'link_local', 'is a link-local address, used by cloud metadata services'],
  ['100.100.100.200/32', 'metadata', 'is the address of a metadata service'],
  ['168.63.129.16/32', 'metadata', 'is the address of a metadata service'],
  ['192.0.0.192/32', 'metadata', 'is the address of a metadata service'],
  ['fd00:42::42/128', 'metadata', 'is the address of a metadata service'],
  ['fd00:ec2::/32', 'metadata', 'is an address of metadata services'],
  ['fd20:ce::254/128', 'metadata', 'is the address of a metadata service'],
  // A gateway of this network translates them by its own rule, so the reached address is not known.
  ['64:ff9b:1::/48', 'reserved', 'is translated to an unknown address (NAT64 for local use)'],
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
function reachedAddresses(text: string): Address[] {
  const ip = ipaddr.process(text);
  return isWithin(ip, NAT64) ? [ip, ipv4At(ip.toByteArray(), 12)] : [ip];
}

/** Blocks whose addresses contain an IPv4 address, and the position of its first byte. */
const EMBEDDED_AT: readonly (readonly [GuardedBlock, number])[] = [
  [parseCidr('::ffff:0:0:0/96'), 12], // IPv4-translated (RFC 2765)
  [parseCidr('2002::/16'), 2], // 6to4 (RFC 3056)
  [parseCidr('2001::/32'), 4], // the server of a Teredo address (RFC 4380)
];
const TEREDO = parseCidr('2001::/32');
const COMPATIBLE = parseCidr('::/96');
const ISATAP = /^0[02]005efe$/; // interface identifiers 0000:5EFE and 0200:5EFE (RFC 5214)

/**
 * Returns the IPv4 addresses that a tunnel or a translator may reach for an IPv6 address.
 * They can forbid an address. They never allow one: without a tunnel it reaches something else.
 */
function embeddedAddresses(ip: Address): Address[] {
  if (ip.kind() === 'ipv4') return [];
  const bytes = ip.toByteArray();
  const found = EMBEDDED_AT.filter(([block]) => isWithin(ip, block)).map(([, at]) =>
    ipv4At(bytes, at),
  );
  if (isWithin(ip, TEREDO))
    found.push(
      ipv4At(
        bytes.map((byte) => byte ^ 0xff),
        12,
      ),
    ); // the client
  if (isCompatible(ip, bytes)) found.push(ipv4At(bytes, 12));
  if (ISATAP.test(Buffer.from(bytes).toString('hex', 8, 12))) found.push(ipv4At(bytes, 12));
  return found;
}

/** Whether an address is IPv4-compatible (RFC 4291 section 2.5.5.1); `::` and `::1` are not. */
const isCompatible = (ip: Address, bytes: readonly number[]): boolean =>
  isWithin(ip, COMPATIBLE) && bytes.slice(12, 15).some((byte) => byte !== 0);

const ipv4At = (bytes: readonly number[], at: number): Address =>
  ipaddr.fromByteArray(bytes.slice(at, at + 4));

function isWithin(ip: Address, block: GuardedBlock): boolean {
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
    const reached = reachedAddresses(text);
    const spelled = [...reached, ...reached.flatMap(embeddedAddresses)];
    const isSpelled = (block: GuardedBlock): boolean => spelled.some((ip) => isWithin(ip, block));
    const isReached = (block: GuardedBlock): boolean => reached.some((ip) => isWithin(ip, block));
    const blocked = neverAllowed.find((n) => isSpelled(n.block));
    if (blocked)
      return { reason: blocked.reason, detail: `${text} ${blocked.text}, which is never scanned` };
    if (deny.some(isSpelled)) return { reason: 'denied', detail: `${text} is in SCAN_DENY` };
    if (allow.length > 0 && !allow.some(isReached))
      return { reason: 'not_in_allow_list', detail: `${text} is not in SCAN_ALLOW` };
    return null;
  };
}

/** Whether an address, or the IPv4 address of an IPv4-mapped one, is in one of the blocks. */
export function isInBlocks(text: string, blocks: readonly GuardedBlock[]): boolean {
  const ip = ipaddr.process(text);
  return blocks.some((block) => isWithin(ip, block));
}
