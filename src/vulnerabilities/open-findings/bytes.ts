/** Whether two arrays have the same bytes. Compared natively: a fleet has tens of thousands of facts. */
export const isEqual = (a: Uint8Array, b: Uint8Array): boolean =>
  a === b || Buffer.from(a.buffer, a.byteOffset, a.byteLength).equals(b);
