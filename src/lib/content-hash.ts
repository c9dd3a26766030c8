import { hash } from 'node:crypto';

/** The key of content that is stored once: the first 16 bytes of the SHA-256 of everything that distinguishes it. */
export const contentHash = (content: string | Uint8Array): Buffer =>
  hash('sha256', content, 'buffer').subarray(0, 16);
