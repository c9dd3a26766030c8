import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isSealedType,
  encodeSealed,
  SEALED_TYPE,
  decodeSealed,
} from '../../../src/platform/winrm/multipart.js';

const signature = Buffer.alloc(16, 9);

describe('sealed body', () => {
  it('has the format of MS-WSMV 2.2.9.1', () => {
    expect(encodeSealed({ signature, sealed: Buffer.from('SEALED') }, 6).toString('latin1')).toBe(
      '--Encrypted Boundary\r\n\tContent-Type: application/HTTP-SPNEGO-session-encrypted\r\n' +
        '\tOriginalContent: type=application/soap+xml;charset=UTF-8;Length=6\r\n' +
        '--Encrypted Boundary\r\n\tContent-Type: application/octet-stream\r\n' +
        `\x10\0\0\0${'\t'.repeat(16)}SEALED--Encrypted Boundary--\r\n`,
    );
  });

  it('is decoded unchanged, also if the sealed bytes contain the boundary', () => {
    const tricky = fc.constantFrom(
      ...['--Encrypted Boundary--', '--Encrypted Boundary\r\n', 'application/octet-stream\r\n'].map(
        (text) => Buffer.from(text),
      ),
    );
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), tricky), (bytes) => {
        const sealed = Buffer.from(bytes);
        expect(decodeSealed(encodeSealed({ signature, sealed }, sealed.length))).toEqual({
          signature,
          sealed,
        });
      }),
    );
  });

  it('is rejected if a byte is missing or added, or its header is missing', () => {
    const whole = encodeSealed({ signature, sealed: Buffer.from('SEALED') }, 6);
    expect(decodeSealed(encodeSealed({ signature, sealed: Buffer.from('SEALED') }, 7))).toBeNull();
    expect(
      decodeSealed(
        encodeSealed({ signature: Buffer.alloc(15), sealed: Buffer.from('SEALED7') }, 6),
      ),
    ).toBeNull();
    for (let length = 0; length < whole.length - 2; length += 1)
      expect(decodeSealed(whole.subarray(0, length))).toBeNull();
  });

  it('never throws for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(decodeSealed(Buffer.from(bytes))).toBeNull();
      }),
    );
  });

  it.each([
    [SEALED_TYPE, true],
    ['Multipart/Encrypted; x', true],
    ['application/soap+xml;charset=UTF-8', false],
    [undefined, false],
    ['x multipart/encrypted', false],
  ])('%j: %s', (type, sealed) => {
    expect(isSealedType(type)).toBe(sealed);
  });
});
