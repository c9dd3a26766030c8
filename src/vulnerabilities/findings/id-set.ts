/**
 * Encodes distinct ids (0 to 2^53) as sorted differences in LEB128: 600 packages of a host take about 700 bytes. Equal
 * sets have equal bytes.
 */
export function encodeIdSet(ids: Iterable<number>): Buffer {
  const sorted = Float64Array.from(new Set(ids)).sort();
  const bytes = Buffer.allocUnsafe(sorted.length * 8);
  let at = 0;
  let previous = 0;
  for (const id of sorted) {
    let rest = id - previous;
    previous = id;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes[at++] = (rest % 0x80) | 0x80;
    bytes[at++] = rest;
  }
  return Buffer.from(bytes.subarray(0, at));
}

/** Returns the ids of an encoded set, ascending. */
export function decodeIdSet(bytes: Uint8Array): number[] {
  const ids: number[] = [];
  let id = 0;
  let difference = 0;
  let unit = 1;
  for (const byte of bytes) {
    difference += (byte & 0x7f) * unit;
    unit *= 0x80;
    if (byte < 0x80) {
      id += difference;
      ids.push(id);
      difference = 0;
      unit = 1;
    }
  }
  return ids;
}
