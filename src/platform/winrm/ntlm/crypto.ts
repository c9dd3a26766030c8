import { createHash, createHmac } from 'node:crypto';
import { md4 } from './md4.js';

export type Side = 'client' | 'server';

const md5 = (...parts: Uint8Array[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('md5')).digest();

/** HMAC-MD5 over the joined parts. */
export const hmacMd5 = (key: Uint8Array, ...parts: Uint8Array[]): Buffer =>
  parts.reduce((hmac, part) => hmac.update(part), createHmac('md5', key)).digest();

/**
 * The key derived from a password. The user is upper-cased, the domain is not. Source: MS-NLMP
 * 3.3.2.
 */
export function ntowfV2({
  user,
  domain,
  password,
}: {
  user: string;
  domain: string;
  password: string;
}): Buffer {
  return hmacMd5(
    md4(Buffer.from(password, 'utf16le')),
    Buffer.from(upperCase(user) + domain, 'utf16le'),
  );
}

/**
 * Upper-cases character by character, as Windows does: "ß" is preserved, where JavaScript alone
 * returns "SS".
 */
function upperCase(text: string): string {
  return [...text]
    .map((letter) => {
      const upper = letter.toUpperCase();
      return upper.length === letter.length ? upper : letter;
    })
    .join('');
}

export interface ResponseInput {
  key: Buffer;
  serverChallenge: Buffer;
  clientChallenge: Buffer;
  timestamp: Buffer;
  targetInfo: Buffer;
}

/** NtChallengeResponse and the session base key. `timestamp` is a FILETIME, 8 bytes. Source: MS-NLMP 3.3.2. */
export function ntlmV2Response({
  key,
  serverChallenge,
  clientChallenge,
  timestamp,
  targetInfo,
}: ResponseInput): { response: Buffer; sessionBaseKey: Buffer } {
  const temp = Buffer.concat([
    Buffer.from('0101000000000000', 'hex'),
    timestamp,
    clientChallenge,
    Buffer.alloc(4),
    targetInfo,
    Buffer.alloc(4),
  ]);
  const proof = hmacMd5(key, serverChallenge, temp);
  return { response: Buffer.concat([proof, temp]), sessionBaseKey: hmacMd5(key, proof) };
}

/** SIGNKEY with extended session security. Source: MS-NLMP 3.4.5.2. */
export const signKey = (sessionKey: Buffer, side: Side): Buffer =>
  md5(sessionKey, magic(side, 'signing'));

/**
 * SEALKEY with extended session security and 128 bits, the only negotiated strength. Source:
 * MS-NLMP 3.4.5.3.
 */
export const sealKey = (sessionKey: Buffer, side: Side): Buffer =>
  md5(sessionKey, magic(side, 'sealing'));

function magic(side: Side, use: 'signing' | 'sealing'): Buffer {
  const other = side === 'client' ? 'server' : 'client';
  return Buffer.from(`session key to ${side}-to-${other} ${use} key magic constant\0`, 'latin1');
}
