/** Packs distinct numbers (0 to 2^53) as sorted differences in LEB128: a host's 600 packages take some 700 bytes. Equal sets give equal bytes. */
export function encodeIdSet(numbers: Iterable<number>): Buffer {
  const sorted = Float64Array.from(new Set(numbers)).sort();
  const bytes = Buffer.allocUnsafe(sorted.length * 8);
  let at = 0;
  let before = 0;
  for (const number of sorted) {
    let rest = number - before;
    before = number;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes[at++] = (rest % 0x80) | 0x80;
    bytes[at++] = rest;
  }
  return Buffer.from(bytes.subarray(0, at));
}

/** The numbers of a packed set, ascending. */
export function decodeIdSet(bytes: Uint8Array): number[] {
  const numbers: number[] = [];
  let number = 0;
  let part = 0;
  let unit = 1;
  for (const byte of bytes) {
    part += (byte & 0x7f) * unit;
    unit *= 0x80;
    if (byte < 0x80) {
      number += part;
      numbers.push(number);
      part = 0;
      unit = 1;
    }
  }
  return numbers;
}
