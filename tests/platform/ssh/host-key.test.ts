import { describe, expect, it } from 'vitest';
import { hostKeyAlgorithms, parseHostKey } from '../../../src/platform/ssh/host-key.js';

// `ssh-keygen -lf` printed this fingerprint for the key
const PUBLIC = 'AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl';

describe('SSH host keys', () => {
  it('have the fingerprint that OpenSSH prints', () => {
    expect(parseHostKey(Buffer.from(PUBLIC, 'base64'))).toEqual({
      type: 'ssh-ed25519',
      fingerprint_sha256: 'SHA256:+DiY3wvvV6TuJJhbpZisF/zLDA0zPMSvHdkr4UvCOqU',
    });
  });

  it.each([
    [Buffer.alloc(0)],
    [Buffer.from([0xff, 0xff, 0xff, 0xff, 0x0a, 0x00])],
    [Buffer.from([0, 0, 0])],
  ])('have a harmless type if they are invalid', (blob) => {
    expect(parseHostKey(blob).type).toMatch(/^[\x21-\x7e]*$/);
  });

  it('are requested with the pinned type first', () => {
    expect(hostKeyAlgorithms({ type: 'ssh-rsa', fingerprint_sha256: '' }).slice(0, 4)).toEqual([
      'rsa-sha2-512',
      'rsa-sha2-256',
      'ssh-rsa',
      'ssh-ed25519',
    ]);
    expect(hostKeyAlgorithms({ type: 'ecdsa-sha2-nistp256', fingerprint_sha256: '' })[0]).toBe(
      'ecdsa-sha2-nistp256',
    );
    expect(hostKeyAlgorithms({ type: 'of-the-future', fingerprint_sha256: '' })).toEqual(
      hostKeyAlgorithms(null),
    );
    for (const type of ['ssh-rsa', 'ssh-ed25519'])
      expect(hostKeyAlgorithms({ type, fingerprint_sha256: '' }).toSorted()).toEqual(
        hostKeyAlgorithms(null).toSorted(),
      );
  });
});
