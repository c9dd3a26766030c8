import { type AvPair, parseAvPairs } from './av-pairs.js';
import { CLIENT_FLAGS } from './flags.js';

export interface Challenge {
  flags: number;
  serverChallenge: Buffer;
  targetInfo: AvPair[];
}

export interface AuthenticateFields {
  flags: number;
  domain: string;
  user: string;
  ntResponse: Buffer;
  encryptedSessionKey: Buffer;
}

const SIGNATURE = Buffer.from('NTLMSSP\0', 'latin1');
// 10.0, build 0, NTLM revision 15. Source: MS-NLMP 2.2.2.10. The first seven bytes are for
// diagnosis only.
const VERSION = Buffer.from('0a0000000000000f', 'hex');
const HEAD = 88;
const MIC_AT = 72;

/**
 * NEGOTIATE_MESSAGE, type 1; contains neither a domain nor a workstation. Source: MS-NLMP 2.2.1.1.
 */
export function negotiateMessage(): Buffer {
  const message = Buffer.alloc(40);
  SIGNATURE.copy(message);
  message.writeUInt32LE(1, 8);
  message.writeUInt32LE(CLIENT_FLAGS, 12);
  VERSION.copy(message, 32);
  return message;
}

/**
 * CHALLENGE_MESSAGE, type 2; null for other messages and invalid lengths. Source: MS-NLMP 2.2.1.2.
 */
export function parseChallenge(message: Buffer): Challenge | null {
  if (
    message.length < 48 ||
    !message.subarray(0, 8).equals(SIGNATURE) ||
    message.readUInt32LE(8) !== 2
  )
    return null;
  const start = message.readUInt32LE(44);
  const end = start + message.readUInt16LE(40);
  if (end > message.length) return null;
  const targetInfo = parseAvPairs(message.subarray(start, end));
  return (
    targetInfo && {
      flags: message.readUInt32LE(20),
      serverChallenge: Buffer.from(message.subarray(24, 32)),
      targetInfo,
    }
  );
}

/**
 * AUTHENTICATE_MESSAGE, type 3, with a MIC of zeros: `withMic` sets it. Source: MS-NLMP 2.2.1.3.
 */
export function authenticateMessage({
  flags,
  domain,
  user,
  ntResponse,
  encryptedSessionKey,
}: AuthenticateFields): Buffer {
  // no LMv2 response beside NTLMv2: 24 zero bytes, as section 3.1.5.1.2 requires; the workstation
  // is empty
  const fields = [
    Buffer.alloc(24),
    ntResponse,
    Buffer.from(domain, 'utf16le'),
    Buffer.from(user, 'utf16le'),
    Buffer.alloc(0),
    encryptedSessionKey,
  ];
  const head = Buffer.alloc(HEAD);
  SIGNATURE.copy(head);
  head.writeUInt32LE(3, 8);
  let offset = HEAD;
  fields.forEach((field, i) => {
    head.writeUInt16LE(field.length, 12 + i * 8);
    head.writeUInt16LE(field.length, 14 + i * 8);
    head.writeUInt32LE(offset, 16 + i * 8);
    offset += field.length;
  });
  head.writeUInt32LE(flags, 60);
  VERSION.copy(head, 64);
  return Buffer.concat([head, ...fields]);
}

/** The same AUTHENTICATE_MESSAGE with its MIC. */
export function withMic(message: Buffer, mic: Buffer): Buffer {
  const signed = Buffer.from(message);
  mic.copy(signed, MIC_AT);
  return signed;
}
