import { describe, expect, it } from 'vitest';
import {
  ntlmV2Response,
  ntowfV2,
  sealKey,
  signKey,
} from '../../../../src/platform/winrm/ntlm/crypto.js';
import { sealedChannel } from '../../../../src/platform/winrm/ntlm/seal.js';
import { rc4 } from '../../../../src/platform/winrm/ntlm/rc4.js';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

// MS-NLMP 4.2.1 and 4.2.4: user "User", domain "Domain", password "Password"
const key = ntowfV2({ user: 'User', domain: 'Domain', password: 'Password' });
const sessionKey = Buffer.alloc(16, 0x55);
const response = ntlmV2Response({
  key,
  serverChallenge: hex('0123456789abcdef'),
  clientChallenge: Buffer.alloc(8, 0xaa),
  timestamp: Buffer.alloc(8),
  targetInfo: hex('02000c0044006f006d00610069006e00 01000c00530065007200760065007200 00000000'),
});

describe('published examples of NTLMv2 (MS-NLMP 4.2.4)', () => {
  it('give the same NTOWFv2', () => {
    expect(key.toString('hex')).toBe('0c868a403bfd7a93a3001ef22ef02e3f');
  });
  it('give the same NTProofStr', () => {
    expect(response.response.toString('hex', 0, 16)).toBe('68cd0ab851e51c96aabc927bebef6a1c');
  });
  it('give the same temp', () => {
    expect(response.response.subarray(16)).toEqual(
      hex(
        '0101000000000000 0000000000000000 aaaaaaaaaaaaaaaa 00000000 ' +
          '02000c0044006f006d00610069006e00 01000c00530065007200760065007200 00000000 00000000',
      ),
    );
  });
  it('give the same session base key', () => {
    expect(response.sessionBaseKey.toString('hex')).toBe('8de40ccadbc14a82f15cb0ad0de95ca3');
  });
  it('give the same encrypted session key', () => {
    expect(rc4(response.sessionBaseKey)(sessionKey).toString('hex')).toBe(
      'c5dad2544fc9799094ce1ce90bc9d03e',
    );
  });
  it('give the same signing keys', () => {
    expect(signKey(sessionKey, 'client').toString('hex')).toBe('4788dc861b4782f35d43fd98fe1a2d39');
    expect(signKey(sessionKey, 'server').toString('hex')).toBe('d04d6f10741041d1d246d64188d7a8ad');
  });
  it('give the same sealing keys', () => {
    expect(sealKey(sessionKey, 'client').toString('hex')).toBe('59f600973cc4960a25480a7c196e4c58');
    expect(sealKey(sessionKey, 'server').toString('hex')).toBe('9355f3a957c1583d25c4c2f11e40390e');
  });
  it.each([
    ['client', '54e50165bf1936dc996020c1811b0f06fb5f', '010000007fb38ec5c55d497600000000'],
    ['server', '160871b730ba74e946c453d7465b54278dd0', '01000000b298b847ce7c580700000000'],
  ] as const)('give the same "Plaintext" sealed by the %s', (side, sealed, signature) => {
    const channel = sealedChannel(sessionKey, side);
    expect(channel.seal(Buffer.from('Plaintext', 'utf16le'))).toEqual({
      sealed: hex(sealed),
      signature: hex(signature),
    });
  });
});

describe('NTOWFv2', () => {
  it('upper-cases the user but not the domain', () => {
    const of = (user: string, domain: string): string =>
      ntowfV2({ user, domain, password: 'x' }).toString('hex');
    expect(of('user', 'Domain')).toBe(of('USER', 'Domain'));
    expect(of('user', 'Domain')).not.toBe(of('user', 'DOMAIN'));
  });
  it('keeps letters whose upper case is longer', () => {
    expect(ntowfV2({ user: 'groß', domain: '', password: 'x' })).toEqual(
      ntowfV2({ user: 'GROß', domain: '', password: 'x' }),
    );
  });
});
