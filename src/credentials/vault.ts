import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/**
 * Seals secrets with AES-256-GCM (NIST SP 800-38D). `binding` is authenticated, not stored: a sealed
 * value cannot be opened with another binding.
 */
export interface Vault {
  seal(plain: string, binding: string): Buffer;
  /** Throws if key, bytes or `binding` differ from those of the sealing. */
  open(sealed: Uint8Array, binding: string): string;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** @param key 32 bytes */
export function createVault(key: Buffer): Vault {
  return {
    seal(plain, binding) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(binding));
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]);
    },
    open(sealed, binding) {
      const bytes = Buffer.from(sealed);
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(Buffer.from(binding))
        .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      return (
        decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') +
        decipher.final('utf8')
      );
    },
  };
}

/** Returns the binding of a credential's secret. */
export const credentialBinding = (id: number, type: string): string => `credential:${id}:${type}`;

/** Returns the binding of a credential's password for sudo. */
export const sudoBinding = (id: number): string => `credential:${id}:sudo`;
