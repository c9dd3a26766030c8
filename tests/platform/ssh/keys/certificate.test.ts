import { describe, expect, it } from 'vitest';
import {
  hasExpired,
  isNotYetValid,
  parseCertificate,
} from '../../../../src/platform/ssh/keys/certificate.js';
import { blobOf, certificateValid, KEY_NAMES, SSH_KEYS } from '../../../support/ssh-keys.js';

const { keys, certificates } = SSH_KEYS;

describe('a user certificate', () => {
  it.each(KEY_NAMES)('of %s names its key, its users and its end', (name) => {
    const certificate = parseCertificate(`${certificates[name]}\n`);
    if (typeof certificate === 'string') throw new Error(certificate);
    expect(certificate).toMatchObject({
      type: certificates[name].split(' ')[0],
      principals: ['root', 'admin'],
      expiresAt: null,
    });
    expect(certificate.publicKey.equals(blobOf(keys[name].public))).toBe(true);
  });

  it.each([
    ['expired', 1_577_923_200, true],
    ['until_2100', 4_102_358_400, false],
  ] as const)('%s has an end', (name, end, isOver) => {
    const certificate = parseCertificate(certificates[name]);
    if (typeof certificate === 'string') throw new Error(certificate);
    expect(Math.abs((certificate.expiresAt ?? 0) - end)).toBeLessThan(86_400);
    expect(hasExpired(certificate, 1_790_000_000)).toBe(isOver);
    expect(hasExpired({ expiresAt: 10 }, 10)).toBe(true);
    expect(hasExpired({ expiresAt: 10 }, 9)).toBe(false);
  });

  it.each([
    [0n, 2n ** 64n - 1n, 0, null],
    [5n, 2n ** 63n, 5, null],
    [5n, 2n ** 53n, 5, null],
    [5n, 253_402_300_799n, 5, 253_402_300_799],
    [2n ** 64n - 1n, 2n ** 64n - 1n, 253_402_300_799, null],
  ])('with the times %i and %i is valid from %i to %j', (after, before, validFrom, expiresAt) => {
    for (const name of KEY_NAMES)
      expect(parseCertificate(certificateValid(certificates[name], after, before))).toMatchObject({
        validFrom,
        expiresAt,
        principals: ['root', 'admin'],
      });
  });

  it('is valid from its first second on', () => {
    expect(isNotYetValid({ validFrom: 10 }, 9)).toBe(true);
    expect(isNotYetValid({ validFrom: 10 }, 10)).toBe(false);
  });

  it.each([
    ['of a host', certificates.host, 'host_certificate'],
    ['that is a public key', keys.rsa.public, 'unreadable'],
    ['that is cut', certificates.rsa.slice(0, 300), 'unreadable'],
    ['whose name does not match', certificates.rsa.replace('ssh-rsa', 'ssh-ed25519'), 'unreadable'],
    ['of an unknown type', `ssh-dss-cert-v01@openssh.com AAAA`, 'unreadable'],
    ['that is empty', '', 'unreadable'],
  ])('%s is refused', (_name, text, problem) => {
    expect(parseCertificate(text)).toBe(problem);
  });
});
