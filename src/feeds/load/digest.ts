import { createHash } from 'node:crypto';
import type { KnowledgeRecord } from '../../knowledge/records.js';

/** The first 16 bytes of the SHA-256 of a record as it was understood: what has the same is the same. As latin1 text, to look it up by. */
export const recordDigest = (record: KnowledgeRecord): string => createHash('sha256').update(JSON.stringify(record)).digest().toString('latin1', 0, 16);

export const digestText = (bytes: Buffer): string => bytes.toString('latin1');
export const digestBytes = (digest: string): Buffer => Buffer.from(digest, 'latin1');
