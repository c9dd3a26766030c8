import { timingSafeEqual } from 'node:crypto';
import { AV_ID, parseAvPairs, serializeAvPairs } from '../../src/platform/winrm/ntlm/av-pairs.js';
import { fileTime } from '../../src/platform/winrm/ntlm/client.js';
import { hmacMd5, ntowfV2 } from '../../src/platform/winrm/ntlm/crypto.js';
import { CLIENT_FLAGS } from '../../src/platform/winrm/ntlm/flags.js';
import { withMic } from '../../src/platform/winrm/ntlm/messages.js';
import { rc4 } from '../../src/platform/winrm/ntlm/rc4.js';

/** A CHALLENGE_MESSAGE as a Windows host would send it (MS-NLMP 2.2.1.2). */
export function challengeMessage(options: {
  serverChallenge: Buffer;
  flags?: number;
  nowMs?: number;
}): Buffer {
  const name = Buffer.from('LAB', 'utf16le');
  const info = serializeAvPairs([
    { id: 2, value: name },
    { id: 1, value: Buffer.from('WINTEST', 'utf16le') },
    { id: AV_ID.timestamp, value: fileTime(options.nowMs ?? Date.now()) },
  ]);
  const head = Buffer.alloc(56);
  head.write('NTLMSSP\0', 'latin1');
  head.writeUInt32LE(2, 8);
  [name.length, name.length].forEach((n, i) => head.writeUInt16LE(n, 12 + i * 2));
  head.writeUInt32LE(56, 16);
  head.writeUInt32LE(options.flags ?? CLIENT_FLAGS, 20);
  options.serverChallenge.copy(head, 24);
  [info.length, info.length].forEach((n, i) => head.writeUInt16LE(n, 40 + i * 2));
  head.writeUInt32LE(56 + name.length, 44);
  return Buffer.concat([head, name, info]);
}

export interface Handshake {
  negotiate: Buffer;
  challenge: Buffer;
  authenticate: Buffer;
  serverChallenge: Buffer;
}

/** The fields of an AUTHENTICATE_MESSAGE (MS-NLMP 2.2.1.3). */
export function readAuthenticate(message: Buffer) {
  const field = (at: number): Buffer =>
    message.subarray(
      message.readUInt32LE(at + 4),
      message.readUInt32LE(at + 4) + message.readUInt16LE(at),
    );
  const response = field(20);
  return {
    response,
    domain: field(28).toString('utf16le'),
    user: field(36).toString('utf16le'),
    encryptedKey: field(52),
    mic: message.subarray(72, 88),
    pairs: new Map((parseAvPairs(response.subarray(44)) ?? []).map(({ id, value }) => [id, value])),
  };
}

/**
 * The acceptor's half of NTLMv2 for tests. Returns the session key, or null for a wrong password, MIC or channel.
 * It uses the client's own cryptography, so it proves nothing about NTLM. The published vectors and the foreign
 * acceptor of the lab do that.
 */
export function acceptLogin(
  { negotiate, challenge, authenticate, serverChallenge }: Handshake,
  { password, bindings }: { password: (user: string) => string | undefined; bindings: Buffer },
): Buffer | null {
  const { response, domain, user, encryptedKey, mic, pairs } = readAuthenticate(authenticate);
  const known = password(user);
  if (known === undefined || pairs.get(AV_ID.channelBindings)?.equals(bindings) !== true)
    return null;
  const key = ntowfV2({ user, domain, password: known });
  const proof = hmacMd5(key, serverChallenge, response.subarray(16));
  if (!timingSafeEqual(proof, response.subarray(0, 16))) return null;
  const sessionKey = rc4(hmacMd5(key, proof))(encryptedKey);
  return hmacMd5(sessionKey, negotiate, challenge, withMic(authenticate, Buffer.alloc(16))).equals(
    mic,
  )
    ? sessionKey
    : null;
}
