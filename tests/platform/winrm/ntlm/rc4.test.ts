import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rc4 } from '../../../../src/platform/winrm/ntlm/rc4.js';

// RFC 6229: key, offset into the key stream, 16 bytes of it
const VECTORS: readonly (readonly [string, number, string])[] = [
  ['0102030405', 0, 'b2396305f03dc027ccc3524a0a1118a8'],
  ['0102030405', 16, '6982944f18fc82d589c403a47a0d0919'],
  ['0102030405', 4096, 'ff25b58995996707e51fbdf08b34d875'],
  ['01020304050607', 0, '293f02d47f37c9b633f2af5285feb46b'],
  ['0102030405060708', 0, '97ab8a1bf0afb96132f2f67258da15a8'],
  ['0102030405060708090a0b0c0d0e0f10', 0, '9ac7cc9a609d1ef7b2932899cde41b97'],
  ['0102030405060708090a0b0c0d0e0f10', 16, '5248c4959014126a6e8a84f11d1a9e1c'],
];

describe('rc4', () => {
  it.each(VECTORS)('key %s at offset %i', (key, offset, stream) => {
    expect(rc4(Buffer.from(key, 'hex'))(Buffer.alloc(offset + 16)).toString('hex', offset)).toBe(
      stream,
    );
  });

  it('gives the same stream for any chunking', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 32 }),
        fc.array(fc.uint8Array({ maxLength: 50 })),
        (key, parts) => {
          const whole = rc4(key)(Buffer.concat(parts));
          const stream = rc4(key);
          expect(Buffer.concat(parts.map((part) => stream(part)))).toEqual(whole);
          expect(rc4(key)(whole)).toEqual(Buffer.concat(parts));
        },
      ),
    );
  });
});
