import { answerChallenge, type NtlmLogin } from './ntlm/client.js';
import { negotiateMessage } from './ntlm/messages.js';
import { type SealedChannel, sealedChannel } from './ntlm/seal.js';
import type { WinRmHttp, WinRmHttpReply, Timeouts } from './http.js';
import { WinRmError } from './winrm.error.js';

export interface NtlmLoginOptions {
  login: NtlmLogin;
  channelBindings: Buffer;
  targetName: string;
  nowMs: number;
  random: (size: number) => Buffer;
}

const EMPTY = Buffer.alloc(0);
// A request to a WS-Management service has a content type even without a body.
const TYPE = { 'content-type': 'application/soap+xml;charset=UTF-8' };

/**
 * Authenticates the connection with NTLM in the Negotiate scheme, with empty requests: no command
 * is sent before the server has accepted the login. Returns the sealed channel of the session.
 * Rejects with WinRmError. Source: RFC 4559 section 4.1, MS-NTHT.
 */
export async function logIn(
  http: WinRmHttp,
  options: NtlmLoginOptions,
  timeouts: Timeouts,
): Promise<SealedChannel> {
  const negotiate = negotiateMessage();
  const challenge = challengeOf(await http.post(authorization(negotiate), EMPTY, timeouts));
  const authenticate = answerChallenge({ ...options, negotiate, challenge });
  if ('refused' in authenticate) throw new WinRmError('protocol_error', authenticate.refused);
  const reply = await http.post(authorization(authenticate.authenticate), EMPTY, timeouts);
  if (reply.status === 401)
    throw new WinRmError('auth_failed', 'the server rejected the user name or password');
  if (reply.status === 403)
    throw new WinRmError(
      'access_denied',
      'the server accepted the password but denied access to this user',
    );
  if (reply.status >= 300)
    throw new WinRmError(
      'protocol_error',
      `the server answered the login with status ${reply.status}`,
    );
  return sealedChannel(authenticate.sessionKey, 'client');
}

const authorization = (token: Buffer): Record<string, string> => ({
  ...TYPE,
  authorization: `Negotiate ${token.toString('base64')}`,
});

function challengeOf({ status, headers }: WinRmHttpReply): Buffer {
  if (status !== 401)
    throw new WinRmError(
      'protocol_error',
      status === 404
        ? 'no WS-Management service at /wsman'
        : `the server did not request a login: status ${status}`,
    );
  const offered = headers['www-authenticate'] ?? '';
  const token = /(?:^|,)\s*Negotiate\s+([A-Za-z0-9+/]+=*)/i.exec(offered)?.[1];
  if (token !== undefined) return Buffer.from(token, 'base64');
  throw new WinRmError(
    'protocol_error',
    /\bNegotiate\b/i.test(offered)
      ? 'the server does not accept NTLM in its Negotiate login'
      : 'the server offers no Negotiate login',
  );
}
