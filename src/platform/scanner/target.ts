import ipaddr from 'ipaddr.js';
import type { ScanTarget } from './probe-io.js';

const AF_INET = 2;
const AF_INET6 = 10;

/**
 * Parses an address (an IPv4-mapped one counts as IPv4). Throws for anything that is not an
 * address.
 */
export function toScanTarget(text: string): ScanTarget {
  const parsed = ipaddr.process(text);
  const address = Uint8Array.from(parsed.toByteArray());
  const family = parsed.kind() === 'ipv4' ? 4 : 6;
  return {
    family,
    ip: parsed.toString(),
    address,
    sockaddr: sockaddrOf(address),
    loopback: parsed.range() === 'loopback',
  };
}

/** struct sockaddr_in or sockaddr_in6 of Linux on a little-endian machine, with port 0. */
function sockaddrOf(address: Uint8Array): Uint8Array {
  const v4 = address.length === 4;
  const bytes = new Uint8Array(v4 ? 16 : 28);
  bytes[0] = v4 ? AF_INET : AF_INET6;
  bytes.set(address, v4 ? 4 : 8);
  return bytes;
}

/** Port and address of a sockaddr that the system filled in; null for other families. */
export function readSockaddr(bytes: Uint8Array): { port: number; address: Uint8Array } | null {
  const port = ((bytes[2] ?? 0) << 8) | (bytes[3] ?? 0);
  if (bytes[0] === AF_INET) return { port, address: bytes.slice(4, 8) };
  if (bytes[0] === AF_INET6) return { port, address: bytes.slice(8, 24) };
  return null;
}

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
