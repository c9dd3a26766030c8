import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AV_ID, parseAvPairs } from '../../../../src/platform/winrm/ntlm/av-pairs.js';
import {
  type AuthenticateOptions,
  answerChallenge,
  fileTime,
  splitUsername,
} from '../../../../src/platform/winrm/ntlm/client.js';
import { NTLM_FLAG, CLIENT_FLAGS } from '../../../../src/platform/winrm/ntlm/flags.js';
import { negotiateMessage, parseChallenge } from '../../../../src/platform/winrm/ntlm/messages.js';
import { acceptLogin, challengeMessage, readAuthenticate } from '../../../support/ntlm-acceptor.js';

const serverChallenge = Buffer.from('0123456789abcdef', 'hex');
const bindings = Buffer.alloc(16, 7);
const options = (given: Partial<AuthenticateOptions> = {}): AuthenticateOptions => ({
  login: { domain: 'Lab', user: 'hwadmin', password: 'Pass-1' },
  negotiate: negotiateMessage(),
  challenge: challengeMessage({ serverChallenge, nowMs: 1_700_000_000_000 }),
  channelBindings: bindings,
  targetName: 'HTTP/127.0.0.1',
  nowMs: 0,
  random: (size) => Buffer.alloc(size, 0xaa),
  ...given,
});

function answered(given: Partial<AuthenticateOptions> = {}): {
  authenticate: Buffer;
  sessionKey: Buffer;
} {
  const answer = answerChallenge(options(given));
  if ('refused' in answer) throw new Error(answer.refused);
  return answer;
}

describe('NTLM authenticate message', () => {
  it('is accepted by an acceptor that knows the password, and both have the same key', () => {
    const { authenticate, sessionKey } = answered();
    const { negotiate, challenge } = options();
    expect(
      acceptLogin(
        { negotiate, challenge, authenticate, serverChallenge },
        { password: () => 'Pass-1', bindings },
      ),
    ).toEqual(sessionKey);
    expect(
      acceptLogin(
        { negotiate, challenge, authenticate, serverChallenge },
        { password: () => 'Pass-2', bindings },
      ),
    ).toBeNull();
  });

  it('protects the negotiation with its MIC', () => {
    const { authenticate } = answered();
    const negotiate = negotiateMessage();
    negotiate.writeUInt32LE(CLIENT_FLAGS & ~NTLM_FLAG.seal, 12);
    expect(
      acceptLogin(
        { negotiate, challenge: options().challenge, authenticate, serverChallenge },
        { password: () => 'Pass-1', bindings },
      ),
    ).toBeNull();
  });

  it("contains the MIC flag, the channel and the service, and returns the server's time", () => {
    const { pairs, domain, user, response } = readAuthenticate(answered().authenticate);
    expect([domain, user]).toEqual(['Lab', 'hwadmin']);
    expect(pairs.get(AV_ID.flags)?.readUInt32LE(0)).toBe(2);
    expect(pairs.get(AV_ID.channelBindings)).toEqual(bindings);
    expect(pairs.get(AV_ID.targetName)?.toString('utf16le')).toBe('HTTP/127.0.0.1');
    expect(response.subarray(24, 32)).toEqual(fileTime(1_700_000_000_000));
  });

  it('contains neither the password nor its hash', () => {
    const { authenticate } = answered();
    expect(
      authenticate.includes(Buffer.from('Pass-1', 'utf16le')) || authenticate.includes('Pass-1'),
    ).toBe(false);
    expect(authenticate.subarray(88, 112)).toEqual(Buffer.alloc(24)); // no LM response
  });

  it.each(
    Object.entries(NTLM_FLAG).filter(([name]) =>
      [
        'unicode',
        'sign',
        'seal',
        'extendedSessionSecurity',
        'targetInfo',
        'key128',
        'keyExchange',
      ].includes(name),
    ),
  )('is not sent to a server without %s', (_, flag) => {
    expect(
      answerChallenge(
        options({
          challenge: challengeMessage({ serverChallenge, flags: (CLIENT_FLAGS & ~flag) >>> 0 }),
        }),
      ),
    ).toEqual({ refused: 'the server offers no NTLMv2 session with 128-bit sealing' });
  });
});

describe('NTLM challenge of a hostile server', () => {
  const good = options().challenge;

  it('is parsed within its bounds, for any truncation', () => {
    for (let length = 0; length < good.length; length += 1)
      expect(parseChallenge(Buffer.from(good.subarray(0, length)))).toBeNull();
    expect(parseChallenge(good)?.targetInfo.map(({ id }) => id)).toEqual([2, 1, 7]);
  });

  it('is rejected if it declares more target information than it contains', () => {
    const lying = Buffer.from(good);
    lying.writeUInt16LE(good.readUInt16LE(40) + 1, 40);
    expect(parseChallenge(lying)).toBeNull();
    lying.writeUInt16LE(good.readUInt16LE(40), 40);
    lying.writeUInt32LE(0xffffffff, 44);
    expect(parseChallenge(lying)).toBeNull();
  });

  it('never throws and never returns bytes from outside the message', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.tuple(fc.nat(good.length - 1), fc.nat(255)).map(([at, byte]) => {
        const copy = Buffer.from(good);
        copy[at] = byte;
        return copy;
      }),
    );
    fc.assert(
      fc.property(bytes, (given) => {
        const message = Buffer.from(given);
        const total = (parseChallenge(message)?.targetInfo ?? []).reduce(
          (sum, { value }) => sum + value.length + 4,
          0,
        );
        expect(total).toBeLessThanOrEqual(message.length);
        const answer = answerChallenge(options({ challenge: message }));
        expect('refused' in answer || answer.sessionKey.length === 16).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('has its pairs parsed only up to the end mark', () => {
    expect(parseAvPairs(Buffer.from('0200ffff00', 'hex'))).toBeNull();
    expect(parseAvPairs(Buffer.from('01000100', 'hex'))).toBeNull();
    expect(parseAvPairs(Buffer.alloc(3))).toBeNull();
    expect(parseAvPairs(Buffer.from('00000000ffffff', 'hex'))).toEqual([]);
  });
});

describe('splitUsername', () => {
  it.each([
    ['LAB\\hwadmin', { domain: 'LAB', user: 'hwadmin' }],
    ['.\\hwadmin', { domain: '.', user: 'hwadmin' }],
    ['hwadmin@lab.local', { domain: '', user: 'hwadmin@lab.local' }],
    ['hwadmin', { domain: '', user: 'hwadmin' }],
  ])('splits %s', (text, split) => {
    expect(splitUsername(text)).toEqual(split);
  });
});
