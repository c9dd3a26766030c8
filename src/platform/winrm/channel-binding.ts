import { createHash } from 'node:crypto';

const HASH_BY_SIGNATURE: Record<string, string> = {
  '2a864886f70d010104': 'sha256',
  '2a864886f70d010105': 'sha256', // RSA with MD5, SHA-1: RFC 5929 section 4.1 requires SHA-256
  '2a864886f70d01010b': 'sha256',
  '2a864886f70d01010c': 'sha384',
  '2a864886f70d01010d': 'sha512',
  '2a864886f70d01010e': 'sha224',
  '2a8648ce3d0401': 'sha256',
  '2a8648ce3d040301': 'sha224',
  '2a8648ce3d040302': 'sha256',
  '2a8648ce3d040303': 'sha384',
  '2a8648ce3d040304': 'sha512',
};
const HASH_BY_OID: Record<string, string> = {
  '2b0e03021a': 'sha256',
  '608648016503040204': 'sha224',
  '608648016503040201': 'sha256',
  '608648016503040202': 'sha384',
  '608648016503040203': 'sha512',
};
const RSA_PSS = '2a864886f70d01010a';

/**
 * MsvAvChannelBindings for a server certificate (DER): the MD5 of the gss_channel_bindings_struct
 * with its tls-server-end-point. Zeros ("no binding") for a signature whose hash RFC 5929 does not
 * define, such as Ed25519. Source: RFC 5929 section 4, MS-NLMP 2.2.2.1.
 */
export function channelBindings(certificate: Buffer): Buffer {
  const hash = endPointHash(certificate);
  if (hash === null) return Buffer.alloc(16);
  const data = Buffer.concat([
    Buffer.from('tls-server-end-point:', 'latin1'),
    createHash(hash).update(certificate).digest(),
  ]);
  const struct = Buffer.alloc(20); // no addresses on either side; then the length of the data
  struct.writeUInt32LE(data.length, 16);
  return createHash('md5').update(struct).update(data).digest();
}

/**
 * Node's name of the hash that a certificate's signature uses; null if unknown. Source: RFC 5280
 * section 4.1, RFC 4055 section 3.1.
 * @internal
 */
export function endPointHash(certificate: Buffer): string | null {
  const outer = element(certificate, 0);
  const signed = outer && element(certificate, outer.start);
  const algorithm = signed && element(certificate, signed.end);
  const oid = algorithm && element(certificate, algorithm.start);
  if (!oid || certificate[algorithm.start] !== 0x06) return null;
  const name = certificate.toString('hex', oid.start, oid.end);
  return name === RSA_PSS
    ? pssHash(certificate.subarray(oid.end, algorithm.end))
    : (HASH_BY_SIGNATURE[name] ?? null);
}

/**
 * The first object identifier inside the parameters is the hash; without any the hash is SHA-1, so
 * SHA-256 is used.
 */
function pssHash(parameters: Buffer): string | null {
  let at = 0;
  for (let depth = 0; depth < 4 && at < parameters.length; depth += 1) {
    const inner = element(parameters, at);
    if (inner === null) return null;
    if (parameters[at] === 0x06)
      return HASH_BY_OID[parameters.toString('hex', inner.start, inner.end)] ?? null;
    if (depth === 1 && parameters[at] !== 0xa0) return 'sha256';
    at = inner.start;
  }
  return 'sha256';
}

/** Start and end of the contents of the DER element at `at`; null when it exceeds the data. */
function element(data: Buffer, at: number): { start: number; end: number } | null {
  const first = data[at + 1];
  if (first === undefined) return null;
  const size = first < 0x80 ? 0 : first & 0x7f;
  if (size > 4 || at + 2 + size > data.length) return null;
  const start = at + 2 + size;
  const end = start + (size === 0 ? first : data.readUIntBE(at + 2, size));
  return end > data.length ? null : { start, end };
}
