import { createHash } from 'node:crypto';

/** By what a thing that is stored once is found again: the first 16 bytes of the SHA-256 of all that makes it this one and no other. */
export const keyOf = (whole: string | Uint8Array): Buffer => createHash('sha256').update(whole).digest().subarray(0, 16);
