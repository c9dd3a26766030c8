/** A growing row of bytes: small numbers take one byte, larger ones up to eight (LEB128). */
export interface ByteWriter {
  number(value: number): void;
  bytes(data: Uint8Array): void;
  take(): Buffer;
}

/** Numbers are safe integers from 0. */
export function byteWriter(): ByteWriter {
  let store = Buffer.allocUnsafe(1024);
  let used = 0;
  const room = (more: number): void => {
    if (used + more <= store.length) return;
    const bigger = Buffer.allocUnsafe(Math.max(2 * store.length, used + more));
    store.copy(bigger, 0, 0, used);
    store = bigger;
  };
  const number = (value: number): void => {
    room(8);
    let rest = value;
    // Beyond 31 bits there are no bit operations.
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) store[used++] = (rest % 0x80) | 0x80;
    store[used++] = rest;
  };
  return {
    number,
    bytes: (data) => {
      room(data.length);
      store.set(data, used);
      used += data.length;
    },
    take: () => store.subarray(0, used),
  };
}

export interface VarintReader {
  number(): number;
  bytes(length: number): Buffer;
  atEnd(): boolean;
  /** how many bytes are left */
  left(): number;
}

/** Reads what a writer wrote. Throws RangeError where the bytes end too early. */
export function createVarintReader(data: Buffer): VarintReader {
  let at = 0;
  const number = (): number => {
    let value = 0;
    for (let unit = 1; ; unit *= 0x80) {
      const byte = data[at++];
      if (byte === undefined) throw new RangeError('the packed report ends too early');
      value += (byte & 0x7f) * unit;
      if (byte < 0x80) return value;
    }
  };
  return {
    number,
    bytes: (length) => {
      if (at + length > data.length) throw new RangeError('the packed report ends too early');
      at += length;
      return data.subarray(at - length, at);
    },
    atEnd: () => at === data.length,
    left: () => data.length - at,
  };
}
