const SEQUENCE = 0x30;
const INTEGER = 0x02;
const MAX_DEPTH = 8;

interface Element {
  tag: number;
  content: Buffer;
}

/** Returns the elements of a DER encoding (X.690); stops where it is not one. */
function* elementsOf(der: Buffer): Generator<Element> {
  let position = 0;
  while (position + 2 <= der.length) {
    const tag = der[position] ?? 0;
    const first = der[position + 1] ?? 0;
    const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
    const start = position + 2 + lengthBytes;
    if (lengthBytes > 4 || start > der.length) return;
    const length = lengthBytes === 0 ? first : der.readUIntBE(position + 2, lengthBytes);
    yield { tag, content: der.subarray(start, start + length) };
    position = start + length;
  }
}

/** Returns the largest integer in a DER encoding and the sequences in it; 0 without any. */
function largestInteger(der: Buffer, depth = 0): number {
  let largest = 0;
  for (const { tag, content } of elementsOf(der)) {
    if (tag === INTEGER)
      largest = Math.max(largest, Number(BigInt(`0x${content.toString('hex') || 0}`)));
    if (tag === SEQUENCE && depth < MAX_DEPTH)
      largest = Math.max(largest, largestInteger(content, depth + 1));
  }
  return largest;
}

/**
 * Returns the largest parameter of the encryption of a PKCS#8 key, which is the number of its iterations
 * (EncryptedPrivateKeyInfo, RFC 5958 section 3; RFC 8018 appendix A.2).
 */
export function iterationsOf(encryptedKeyInfo: Buffer): number {
  const [info] = elementsOf(encryptedKeyInfo);
  const [algorithm] = elementsOf(info?.content ?? Buffer.alloc(0));
  return largestInteger(algorithm?.content ?? Buffer.alloc(0));
}
