import ipaddr from 'ipaddr.js';

/** The host list's `ip` filter. Keys are those of `ipKey`; the range includes `from` and `to`. */
export type IpFilter = { kind: 'exact'; ip: string } | { kind: 'range'; from: Buffer; to: Buffer };

type Address = ipaddr.IPv4 | ipaddr.IPv6;

const MAPPED_BITS = 96; // ::ffff:0:0/96 contains the IPv4 addresses (RFC 4291 2.5.5.2)
const MAPPED = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];
const MAPPED_HEX = '00000000000000000000ffff';
const DOTTED_QUAD = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/; // canonical only
const MAX_LENGTH = 49; // an IPv6 address with a dotted tail and a prefix length

/**
 * Returns the form in which an address is stored and compared: a dotted quad, or IPv6 as in RFC 5952.
 * An IPv4-mapped IPv6 address becomes the IPv4 address. Null for everything else: short or octal IPv4
 * forms, zone ids (valid on one machine only), brackets, spaces.
 */
export function canonicalIp(text: string): string | null {
  if (DOTTED_QUAD.test(text)) return text; // fast path: a request can contain 10,000 of them
  const address = parseAddress(text);
  return address === null ? null : format(address);
}

/**
 * Returns 16 bytes that sort in address order, IPv4 as IPv4-mapped. Throws RangeError unless the text
 * is a result of `canonicalIp`.
 */
export function ipKey(canonical: string): Buffer {
  // Fast path: a request can contain 10,000 of them.
  if (DOTTED_QUAD.test(canonical)) return Buffer.from(MAPPED_HEX + quadHex(canonical), 'hex');
  const address = parseAddress(canonical);
  if (address === null) throw new RangeError('not a canonical address');
  return toKey(address);
}

function quadHex(quad: string): string {
  let bits = 0;
  for (const octet of quad.split('.')) bits = bits * 256 + Number(octet);
  return bits.toString(16).padStart(8, '0');
}

/**
 * Parses the host list's `ip` filter: an address, a CIDR block, or the leading octets of an IPv4 address
 * with a trailing dot (`10.0.`); otherwise null. A block that contains ::ffff:0:0/96 (`::/0`) includes
 * the IPv4 hosts.
 */
export function parseIpFilter(text: string): IpFilter | null {
  const ip = canonicalIp(text);
  if (ip !== null) return { kind: 'exact', ip };
  const block = parseBlock(text) ?? leadingBlock(text);
  if (block === null || hasHostBits(block)) return null;
  return { kind: 'range', from: toKey(block.first), to: toKey(block.last) };
}

/** A CIDR block: the given address, its prefix length, and the first and last address of the block. */
export interface AddressBlock {
  given: Address;
  bits: number;
  first: Address;
  last: Address;
}

/**
 * Parses `address/length`, strictly; otherwise null. Host bits may be set (see `hasHostBits`). An
 * IPv4-mapped block becomes the IPv4 block.
 */
export function parseBlock(text: string): AddressBlock | null {
  const match = text.length > MAX_LENGTH ? null : /^([^/]+)\/(0|[1-9]\d{0,2})$/.exec(text);
  if (!match) return null;
  const parsed = parseStrict(match[1] ?? '');
  const length = Number(match[2]);
  if (parsed === null || length > parsed.toByteArray().length * 8) return null;
  if (isMapped(parsed) && length >= MAPPED_BITS)
    return createBlock(parsed.toIPv4Address(), length - MAPPED_BITS);
  return createBlock(parsed, length);
}

/** Whether the given address is not the first of its block; the author may have meant another block. */
export function hasHostBits(block: AddressBlock): boolean {
  return format(block.given) !== format(block.first);
}

/** Returns the canonical address of a key from `ipKey`. */
export function ipFromKey(key: Uint8Array): string {
  const address = ipaddr.fromByteArray([...key]);
  return format(isMapped(address) ? address.toIPv4Address() : address);
}

function parseAddress(text: string): Address | null {
  const address = parseStrict(text);
  return address !== null && isMapped(address) ? address.toIPv4Address() : address;
}

function parseStrict(text: string): Address | null {
  if (text.length > MAX_LENGTH) return null;
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (!/^[0-9a-f:.]+$/i.test(text) || !text.includes(':')) return null;
  const hex = dottedTailAsHex(text);
  return hex !== null && ipaddr.IPv6.isValid(hex) ? ipaddr.IPv6.parse(hex) : null;
}

// ipaddr.js parses ::1.2.3.4 as the IPv4-mapped ::ffff:1.2.3.4, and accepts octal in a dotted tail.
function dottedTailAsHex(text: string): string | null {
  const tail = text.slice(text.lastIndexOf(':') + 1);
  if (!tail.includes('.')) return text;
  if (!ipaddr.IPv4.isValidFourPartDecimal(tail)) return null;
  const hex = Buffer.from(ipaddr.IPv4.parse(tail).toByteArray()).toString('hex');
  return `${text.slice(0, -tail.length)}${hex.slice(0, 4)}:${hex.slice(4)}`;
}

function isMapped(address: Address): address is ipaddr.IPv6 {
  return address.kind() === 'ipv6' && (address as ipaddr.IPv6).isIPv4MappedAddress();
}

function format(address: Address): string {
  return address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address.toString();
}

function toKey(address: Address): Buffer {
  const bytes = address.toByteArray();
  return Buffer.from(bytes.length === 4 ? [...MAPPED, ...bytes] : bytes);
}

function createBlock(given: Address, bits: number): AddressBlock {
  const kind = given instanceof ipaddr.IPv4 ? ipaddr.IPv4 : ipaddr.IPv6;
  const cidr = `${given.toString()}/${bits}`;
  return {
    given,
    bits,
    first: kind.networkAddressFromCIDR(cidr),
    last: kind.broadcastAddressFromCIDR(cidr),
  };
}

function leadingBlock(text: string): AddressBlock | null {
  const octets = /^((?:(?:0|[1-9]\d{0,2})\.){1,3})$/.exec(text)?.[1]?.slice(0, -1).split('.');
  if (!octets) return null;
  const network = [...octets, '0', '0', '0'].slice(0, 4).join('.');
  return parseBlock(`${network}/${octets.length * 8}`);
}
