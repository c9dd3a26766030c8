import { AV_ID, clientAvPairs, serializeAvPairs } from './av-pairs.js';
import { hmacMd5, ntlmV2Response, ntowfV2 } from './crypto.js';
import { isStrongEnough, CLIENT_FLAGS } from './flags.js';
import { authenticateMessage, parseChallenge, withMic } from './messages.js';
import { rc4 } from './rc4.js';

export interface NtlmLogin {
  domain: string;
  user: string;
  password: string;
}

export interface AuthenticateOptions {
  login: NtlmLogin;
  /** request and response byte for byte: the MIC covers both */
  negotiate: Buffer;
  challenge: Buffer;
  /** 16 bytes, zeros without TLS */
  channelBindings: Buffer;
  /** `HTTP/10.0.0.5` */
  targetName: string;
  /** Unix time in milliseconds; used only when the server sent no time */
  nowMs: number;
  random: (size: number) => Buffer;
}

export type NtlmAuthenticate = { authenticate: Buffer; sessionKey: Buffer } | { refused: string };

/** Splits `DOMAIN\user`, `user@domain` (kept whole, as Windows requires it) or `user`. */
export function splitUsername(username: string): { domain: string; user: string } {
  const at = username.indexOf('\\');
  return at < 0
    ? { domain: '', user: username }
    : { domain: username.slice(0, at), user: username.slice(at + 1) };
}

/**
 * The client's answer to a challenge and the session key, or why the challenge is not answered.
 * Source: MS-NLMP 3.1.5.1.2.
 */
export function answerChallenge({
  login,
  negotiate,
  challenge,
  random,
  nowMs,
  ...binding
}: AuthenticateOptions): NtlmAuthenticate {
  const parsed = parseChallenge(challenge);
  if (parsed === null) return { refused: 'invalid NTLM challenge' };
  if (!isStrongEnough(parsed.flags))
    return { refused: 'the server offers no NTLMv2 session with 128-bit sealing' };
  const timestamp =
    parsed.targetInfo.find(({ id, value }) => id === AV_ID.timestamp && value.length === 8)
      ?.value ?? fileTime(nowMs);
  const targetInfo = serializeAvPairs(clientAvPairs(parsed.targetInfo, binding));
  const { response, sessionBaseKey } = ntlmV2Response({
    key: ntowfV2(login),
    serverChallenge: parsed.serverChallenge,
    clientChallenge: random(8),
    timestamp,
    targetInfo,
  });
  const sessionKey = random(16);
  const message = authenticateMessage({
    flags: (CLIENT_FLAGS & parsed.flags) >>> 0,
    domain: login.domain,
    user: login.user,
    ntResponse: response,
    encryptedSessionKey: rc4(sessionBaseKey)(sessionKey),
  });
  return {
    authenticate: withMic(message, hmacMd5(sessionKey, negotiate, challenge, message)),
    sessionKey,
  };
}

/**
 * 100-nanosecond steps since 1601, 8 bytes little-endian. Source: MS-DTYP 2.3.3.
 * @internal
 */
export function fileTime(unixMs: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE((BigInt(Math.trunc(unixMs)) + 11_644_473_600_000n) * 10_000n);
  return bytes;
}
