/** A growing sequence of bytes. Integers are LEB128: small ones take one byte, larger ones up to eight. */
export interface ByteWriter {
  /** @param value a safe integer, 0 or greater */
  varint(value: number): void;
  bytes(data: Uint8Array): void;
  /** writes the number of its bytes, and the text itself without a copy of it */
  text(value: string, encoding: 'utf8' | 'utf16le'): void;
  toBuffer(): Buffer;
}

/** @param capacity expected number of bytes: up to it, the bytes are not moved */
export function createByteWriter(capacity = 1024): ByteWriter {
  let buffer = Buffer.allocUnsafe(capacity);
  let length = 0;
  const reserve = (bytes: number): void => {
    if (length + bytes <= buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * buffer.length, length + bytes));
    buffer.copy(larger, 0, 0, length);
    buffer = larger;
  };
  const varint = (value: number): void => {
    reserve(8);
    let rest = value;
    // Arithmetic, since bit operations are limited to 32 bits.
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) buffer[length++] = (rest % 0x80) | 0x80;
    buffer[length++] = rest;
  };
  return {
    varint,
    bytes: (data) => {
      reserve(data.length);
      buffer.set(data, length);
      length += data.length;
    },
    text: (value, encoding) => {
      const bytes = Buffer.byteLength(value, encoding);
      varint(bytes);
      reserve(bytes);
      length += buffer.write(value, length, bytes, encoding);
    },
    toBuffer: () => buffer.subarray(0, length),
  };
}

/** Reads the output of a ByteWriter. Its functions throw RangeError when the data ends too early. */
export interface VarintReader {
  varint(): number;
  bytes(length: number): Buffer;
  isAtEnd(): boolean;
  /** number of bytes that were not read yet */
  remaining(): number;
}

export function createVarintReader(data: Buffer): VarintReader {
  let offset = 0;
  return {
    varint: () => {
      let value = 0;
      for (let unit = 1; ; unit *= 0x80) {
        const byte = data[offset++];
        if (byte === undefined) throw new RangeError('the encoded report is truncated');
        value += (byte & 0x7f) * unit;
        if (byte < 0x80) return value;
      }
    },
    bytes: (length) => {
      if (offset + length > data.length) throw new RangeError('the encoded report is truncated');
      offset += length;
      return data.subarray(offset - length, offset);
    },
    isAtEnd: () => offset === data.length,
    remaining: () => data.length - offset,
  };
}
