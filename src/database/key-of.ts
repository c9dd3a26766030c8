import { hash } from 'node:crypto';

/** By what a thing that is stored once is found again: the first 16 bytes of the SHA-256 of all that makes it this one and no other. */
export const contentHash = (whole: string | Uint8Array): Buffer =>
  hash('sha256', whole, 'buffer').subarray(0, 16);
