import ipaddr from 'ipaddr.js';

/** What the host list's `ip` filter asks for. Keys are those of `ipKey`; `from` and `to` both belong to the range. */
export type IpFilter = { kind: 'exact'; ip: string } | { kind: 'range'; from: Buffer; to: Buffer };

type Address = ipaddr.IPv4 | ipaddr.IPv6;

const MAPPED_BITS = 96; // ::ffff:0:0/96 holds the IPv4 addresses (RFC 4291 2.5.5.2)
const MAPPED = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];
const MAPPED_HEX = '00000000000000000000ffff';
const DOTTED_QUAD = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/; // the canonical spelling and no other
const LONGEST = 49; // an IPv6 address with a dotted tail and a prefix length

/**
 * The one spelling an address is stored and compared in: a dotted quad, or IPv6 as RFC 5952 writes it.
 * An IPv4-mapped IPv6 address is the IPv4 address. Null for everything else: short or octal IPv4 forms,
 * zone ids (they mean something on one machine only), brackets, blanks.
 */
export function canonicalIp(text: string): string | null {
  if (DOTTED_QUAD.test(text)) return text; // ten thousand of them come in one request
  const address = parseAddress(text);
  return address === null ? null : spell(address);
}

/** 16 bytes that sort in address order, IPv4 as IPv4-mapped. Throws on what `canonicalIp` would not return. */
export function ipKey(canonical: string): Buffer {
  if (DOTTED_QUAD.test(canonical)) return Buffer.from(MAPPED_HEX + quadHex(canonical), 'hex'); // ten thousand of them come in one request
  const address = parseAddress(canonical);
  if (address === null) throw new RangeError('not a canonical address');
  return keyOf(address);
}

function quadHex(quad: string): string {
  let bits = 0;
  for (const octet of quad.split('.')) bits = bits * 256 + Number(octet);
  return bits.toString(16).padStart(8, '0');
}

/**
 * Reads the host list's `ip` filter: an address, a CIDR block, or the leading octets of an IPv4 address with a
 * dot behind (`10.0.`). Null when it is none of them. A block that reaches around ::ffff:0:0/96 (`::/0`) holds the IPv4 hosts too.
 */
export function ipFilter(text: string): IpFilter | null {
  const ip = canonicalIp(text);
  if (ip !== null) return { kind: 'exact', ip };
  const block = parseBlock(text) ?? leadingBlock(text);
  if (block === null || hasHostBits(block)) return null;
  return { kind: 'range', from: keyOf(block.first), to: keyOf(block.last) };
}

/** A CIDR block: the address as it was given, its prefix length, and the block's first and last address. */
export interface CidrBlock {
  given: Address;
  bits: number;
  first: Address;
  last: Address;
}

/** Parses `address/length`, strictly. Host bits may be set (see `hasHostBits`). An IPv4-mapped block becomes the IPv4 block. */
export function parseBlock(text: string): CidrBlock | null {
  const match = text.length > LONGEST ? null : /^([^/]+)\/(0|[1-9]\d{0,2})$/.exec(text);
  if (!match) return null;
  const parsed = parseStrict(match[1] ?? '');
  const length = Number(match[2]);
  if (parsed === null || length > parsed.toByteArray().length * 8) return null;
  if (isMapped(parsed) && length >= MAPPED_BITS)
    return block(parsed.toIPv4Address(), length - MAPPED_BITS);
  return block(parsed, length);
}

/** Is the given address not the block's first? Then the writer meant something else than the block. */
export function hasHostBits(b: CidrBlock): boolean {
  return spell(b.given) !== spell(b.first);
}

/** The canonical address of a key that `ipKey` made. */
export function ipOfKey(key: Uint8Array): string {
  const address = ipaddr.fromByteArray([...key]);
  return spell(isMapped(address) ? address.toIPv4Address() : address);
}

function parseAddress(text: string): Address | null {
  const address = parseStrict(text);
  return address !== null && isMapped(address) ? address.toIPv4Address() : address;
}

function parseStrict(text: string): Address | null {
  if (text.length > LONGEST) return null;
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (!/^[0-9a-f:.]+$/i.test(text) || !text.includes(':')) return null;
  const hex = dottedTailAsHex(text);
  return hex !== null && ipaddr.IPv6.isValid(hex) ? ipaddr.IPv6.parse(hex) : null;
}

// The library reads ::1.2.3.4 as the IPv4-mapped ::ffff:1.2.3.4, and accepts octal in a dotted tail.
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

function spell(address: Address): string {
  return address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address.toString();
}

function keyOf(address: Address): Buffer {
  const bytes = address.toByteArray();
  return Buffer.from(bytes.length === 4 ? [...MAPPED, ...bytes] : bytes);
}

function block(given: Address, bits: number): CidrBlock {
  const kind = given instanceof ipaddr.IPv4 ? ipaddr.IPv4 : ipaddr.IPv6;
  const cidr = `${given.toString()}/${bits}`;
  return {
    given,
    bits,
    first: kind.networkAddressFromCIDR(cidr),
    last: kind.broadcastAddressFromCIDR(cidr),
  };
}

function leadingBlock(text: string): CidrBlock | null {
  const octets = /^((?:(?:0|[1-9]\d{0,2})\.){1,3})$/.exec(text)?.[1]?.slice(0, -1).split('.');
  if (!octets) return null;
  const network = [...octets, '0', '0', '0'].slice(0, 4).join('.');
  return parseBlock(`${network}/${octets.length * 8}`);
}
