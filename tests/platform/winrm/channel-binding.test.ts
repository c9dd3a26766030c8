import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { channelBindings, endPointHash } from '../../../src/platform/winrm/channel-binding.js';

const pem = readFileSync(new URL('../../fixtures/winrm/certificates.pem', import.meta.url), 'utf8');
const certificates = new Map(
  [...pem.matchAll(/^# (\S+)\n(-----BEGIN[^#]*)/gm)].map(([, name = '', text = '']) => [
    name,
    new X509Certificate(text).raw,
  ]),
);
const certificate = (name: string): Buffer => certificates.get(name) ?? Buffer.alloc(0);

describe('TLS channel binding', () => {
  it.each([
    ['rsa-md5', 'sha256'],
    ['rsa-sha1', 'sha256'],
    ['rsa-sha384', 'sha384'],
    ['ec-sha1', 'sha256'],
    ['ec-sha384', 'sha384'],
    ['ec-sha512', 'sha512'],
    ['pss-sha1', 'sha256'],
    ['pss-sha256', 'sha256'],
    ['pss-sha384', 'sha384'],
    ['ed25519', null],
  ])('of %s uses %s (RFC 5929 section 4.1)', (name, hash) => {
    expect(endPointHash(certificate(name))).toBe(hash);
  });

  // computed by requests_ntlm 1.1.0 and ntlm_auth 1.4.0 (Python) from the same certificates
  it.each([
    ['rsa-md5', '7c5fb02943169e6ea466896f13119408'],
    ['rsa-sha1', '5e0d0a651f091111d2955b34d2982748'],
    ['rsa-sha384', '4382d26f6ba63a4bfbfb8d3ca98ff57c'],
    ['ec-sha1', '1278e02cd5f086b1775d6647f2a28d1b'],
    ['ec-sha384', '701951c4aba31b28f0132d48ba9fb4e7'],
    ['ec-sha512', 'e8f765c4ba39df688f78a3c798f13eea'],
  ])('of %s is %s', (name, digest) => {
    expect(channelBindings(certificate(name)).toString('hex')).toBe(digest);
  });

  it('is zero if the RFC defines no hash', () => {
    expect(channelBindings(certificate('ed25519'))).toEqual(Buffer.alloc(16));
  });

  it('differs between certificates', () => {
    const all = [...certificates.keys()].map((name) =>
      channelBindings(certificate(name)).toString('hex'),
    );
    expect(new Set(all).size).toBe(certificates.size);
  });

  it('never throws for invalid bytes', () => {
    const good = certificate('pss-sha384');
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.nat(255), fc.nat(good.length), (at, byte, length) => {
        const damaged = Buffer.from(good);
        damaged[at] = byte;
        expect([null, 'sha224', 'sha256', 'sha384', 'sha512']).toContain(
          endPointHash(damaged.subarray(0, length)),
        );
      }),
      { numRuns: 1_000 },
    );
  });
});
