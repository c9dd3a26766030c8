import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Seals secrets with AES-256-GCM (NIST SP 800-38D). `bound` is authenticated, not stored: a sealed value opens nowhere else. */
export interface Vault {
  seal(plain: string, bound: string): Buffer;
  /** Throws when the key is another one, or the bytes or `bound` are not what was sealed. */
  open(sealed: Uint8Array, bound: string): string;
}

const NONCE = 12;
const TAG = 16;

/** @param key 32 bytes */
export function createVault(key: Buffer): Vault {
  return {
    seal(plain, bound) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(bound));
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]);
    },
    open(sealed, bound) {
      const bytes = Buffer.from(sealed);
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE), {
        authTagLength: TAG,
      })
        .setAAD(Buffer.from(bound))
        .setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
      return (
        decipher.update(bytes.subarray(NONCE + TAG), undefined, 'utf8') + decipher.final('utf8')
      );
    },
  };
}

/** What a credential's secret is bound to. */
export const credentialBinding = (id: number, type: string): string => `credential:${id}:${type}`;
