/** Data types of SSH messages, keys and certificates (RFC 4251, section 5). */

/** Returns a length of four bytes and the bytes themselves: `string`. */
export function wireString(value: Buffer | string): Buffer {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** Returns a positive integer without leading zeros; a zero byte precedes a set high bit: `mpint`. */
export function wireInteger(value: Buffer): Buffer {
  const first = value.findIndex((byte) => byte !== 0);
  const digits = first === -1 ? Buffer.alloc(0) : value.subarray(first);
  const isHigh = (digits[0] ?? 0) >= 0x80;
  return wireString(isHigh ? Buffer.concat([Buffer.alloc(1), digits]) : digits);
}

/** Reads fields one after the other; throws a RangeError where the bytes end too early. */
export interface WireReader {
  string(): Buffer;
  uint32(): number;
  uint64(): bigint;
}

export function createWireReader(bytes: Buffer): WireReader {
  let position = 0;
  const take = (length: number): Buffer => {
    if (position + length > bytes.length) throw new RangeError('truncated');
    position += length;
    return bytes.subarray(position - length, position);
  };
  return {
    string: () => take(take(4).readUInt32BE()),
    uint32: () => take(4).readUInt32BE(),
    uint64: () => take(8).readBigUInt64BE(),
  };
}
