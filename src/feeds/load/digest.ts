import { hash } from 'node:crypto';

/** The first 16 bytes of the SHA-256 of a record's JSON as it was understood: what has the same is the same. As latin1 text, to look it up by. */
export const digestOf = (record: string): string =>
  hash('sha256', record, 'buffer').toString('latin1', 0, 16);

export const digestText = (bytes: Buffer): string => bytes.toString('latin1');
export const digestBytes = (digest: string): Buffer => Buffer.from(digest, 'latin1');
