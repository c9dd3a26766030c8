import { timingSafeEqual } from 'node:crypto';
import { hmacMd5, sealKey, signKey, type Side } from './crypto.js';
import { rc4 } from './rc4.js';

export interface Sealed {
  signature: Buffer;
  sealed: Buffer;
}

/**
 * Both directions of an NTLM session. Messages are counted: each call must match the peer's call
 * with the same number.
 */
export interface SealedChannel {
  seal(message: Uint8Array): Sealed;
  /**
   * The message, or null when it was changed, repeated or dropped in transit; nothing after that
   * can be read.
   */
  unseal(sealed: Sealed): Buffer | null;
}

/**
 * Seals and unseals with an exchanged key and extended session security. Source: MS-NLMP 3.4.3,
 * 3.4.4.2.
 */
export function sealedChannel(sessionKey: Buffer, side: Side): SealedChannel {
  const out = direction(sessionKey, side);
  const back = direction(sessionKey, side === 'client' ? 'server' : 'client');
  return {
    seal: (message) => {
      const sealed = out.crypt(message);
      return { sealed, signature: out.sign(message) };
    },
    unseal: ({ signature, sealed }) => {
      const message = back.crypt(sealed);
      const expected = back.sign(message);
      return signature.length === expected.length && timingSafeEqual(signature, expected)
        ? message
        : null;
    },
  };
}

function direction(sessionKey: Buffer, from: Side) {
  const crypt = rc4(sealKey(sessionKey, from));
  const key = signKey(sessionKey, from);
  let count = 0;
  return {
    crypt,
    /** Uses the next bytes of the same key stream, so call it after the message itself. */
    sign: (message: Uint8Array): Buffer => {
      const signature = Buffer.alloc(16);
      signature.writeUInt32LE(1, 0);
      signature.writeUInt32LE(count, 12);
      crypt(hmacMd5(key, signature.subarray(12), message).subarray(0, 8)).copy(signature, 4);
      count = (count + 1) >>> 0;
      return signature;
    },
  };
}
