const ECHO_REQUEST = { 4: 8, 6: 128 } as const;
const ECHO_REPLY = { 4: 0, 6: 129 } as const;

/**
 * Builds an ICMP or ICMPv6 echo request (RFC 792, RFC 4443) with a 4-byte mark as its data. For
 * ICMPv6 the system adds the checksum.
 */
export function buildEcho(family: 4 | 6, id: number, sequence: number, mark: number): Uint8Array {
  const bytes = new Uint8Array(12);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, ECHO_REQUEST[family]);
  view.setUint16(4, id);
  view.setUint16(6, sequence);
  view.setUint32(8, mark >>> 0);
  if (family === 4) view.setUint16(2, checksum(bytes));
  return bytes;
}

/**
 * Sequence and mark of an echo reply; null for other packets.
 * @param withHeader the bytes start with an IPv4 header, as raw sockets deliver them
 */
export function parseReply(
  family: 4 | 6,
  bytes: Uint8Array,
  withHeader: boolean,
): { sequence: number; mark: number } | null {
  const at = withHeader && family === 4 ? ((bytes[0] ?? 0) & 0x0f) * 4 : 0;
  if (bytes.length < at + 12 || bytes[at] !== ECHO_REPLY[family] || bytes[at + 1] !== 0)
    return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset + at);
  return { sequence: view.getUint16(6), mark: view.getUint32(8) };
}

/**
 * The Internet checksum (RFC 1071) of an even number of bytes.
 * @internal
 */
export function checksum(bytes: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < bytes.length; i += 2) sum += ((bytes[i] ?? 0) << 8) | (bytes[i + 1] ?? 0);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
  return ~sum & 0xffff;
}
