import type { Sealed } from './ntlm/seal.js';

/** Content-Type of a sealed body. Source: MS-WSMV 2.2.9.1. */
export const SEALED_TYPE =
  'multipart/encrypted;protocol="application/HTTP-SPNEGO-session-encrypted";boundary="Encrypted Boundary"';

const BOUNDARY = '--Encrypted Boundary';
const CLOSING = Buffer.from(`${BOUNDARY}--`);
const OCTETS = Buffer.from('application/octet-stream\r\n');
const SIGNATURE_SIZE = 16;

/**
 * Encodes the body with a sealed envelope; `length` is that of the envelope before sealing. Source:
 * MS-WSMV 2.2.9.1.
 */
export function encodeSealed({ signature, sealed }: Sealed, length: number): Buffer {
  const head =
    `${BOUNDARY}\r\n\tContent-Type: application/HTTP-SPNEGO-session-encrypted\r\n` +
    `\tOriginalContent: type=application/soap+xml;charset=UTF-8;Length=${length}\r\n` +
    `${BOUNDARY}\r\n\tContent-Type: application/octet-stream\r\n`;
  const size = Buffer.alloc(4);
  size.writeUInt32LE(signature.length, 0);
  return Buffer.concat([Buffer.from(head), size, signature, sealed, CLOSING, Buffer.from('\r\n')]);
}

/**
 * Decodes the sealed envelope of a body; null when the framing is invalid or the declared length
 * differs. Source: MS-WSMV 2.2.9.1.
 */
export function decodeSealed(body: Buffer): Sealed | null {
  const start = body.indexOf(OCTETS);
  const end = body.lastIndexOf(CLOSING);
  if (start < 0 || end < start + OCTETS.length + 4 + SIGNATURE_SIZE) return null;
  const declared = /;\s*Length=(\d{1,9})\s/i.exec(body.toString('latin1', 0, start));
  const data = body.subarray(start + OCTETS.length, end);
  if (
    data.readUInt32LE(0) !== SIGNATURE_SIZE ||
    Number(declared?.[1] ?? NaN) !== data.length - 4 - SIGNATURE_SIZE
  )
    return null;
  return {
    signature: data.subarray(4, 4 + SIGNATURE_SIZE),
    sealed: data.subarray(4 + SIGNATURE_SIZE),
  };
}

/** Whether a Content-Type header indicates a sealed body. */
export const isSealedType = (header: string | undefined): boolean =>
  /^\s*multipart\/encrypted\b/i.test(header ?? '');
