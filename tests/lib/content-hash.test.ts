import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { contentHash } from '../../src/lib/content-hash.js';

describe('contentHash', () => {
  it('is the first 16 bytes of the SHA-256 of the UTF-8 bytes', () => {
    expect(contentHash('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223');
    expect(contentHash(Buffer.from('abc'))).toEqual(contentHash('abc'));
    const text = 'Café ☕\0';
    expect(contentHash(text)).toEqual(createHash('sha256').update(text).digest().subarray(0, 16));
  });
});
