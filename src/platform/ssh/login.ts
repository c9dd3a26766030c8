import type { Algorithms, Client, ClientErrorExtensions } from 'ssh2';
import type { Socket } from 'node:net';
import { createLoginAttempts, type LoginAttempts, type LoginMethod } from './auth.js';
import { hostKeyAlgorithms, isSameKey, parseHostKey, type HostKey } from './host-key.js';
import { limitPeer } from './peer-limits.js';
import { sshErrorText, SshError, type SshFailure } from './ssh-error.js';
import type { SshOptions } from './ssh.js';

const KEEPALIVE_MS = 30_000;
const MAX_LOST_KEEPALIVES = 3;

type LoginOptions = Pick<
  SshOptions,
  'username' | 'pinned' | 'trustOnFirstUse' | 'timeoutMs' | 'signal' | 'queue'
> & {
  method: LoginMethod;
  /** not to be repeated in errors */
  secrets: readonly string[];
};

/**
 * Key exchange, host key verification and login over a connected socket. The host key is verified
 * before anything secret is sent. Rejects with SshError: host_key_changed, host_key_unknown,
 * auth_failed, protocol_error (no common algorithm, not SSH), connection_lost, timeout, aborted.
 */
export function login(client: Client, socket: Socket, options: LoginOptions): Promise<HostKey> {
  const attempts = createLoginAttempts();
  const { method, secrets } = options;
  const limit = limitPeer(socket, options.queue);
  const greetingText = captureGreeting(socket);
  let hostKey: HostKey | null = null;
  return new Promise((resolve, reject) => {
    const fail = (error: SshError): void => {
      clearTimeout(timer);
      options.signal.removeEventListener('abort', abort);
      reject(error);
      socket.destroy();
    };
    const abort = (): void => {
      fail(new SshError('aborted', 'aborted while logging in'));
    };
    const timer = setTimeout(() => {
      fail(new SshError('timeout', timeoutText(options, hostKey, attempts)));
    }, options.timeoutMs);
    options.signal.addEventListener('abort', abort, { once: true });
    client.once('ready', () => {
      clearTimeout(timer);
      options.signal.removeEventListener('abort', abort);
      if (hostKey !== null) resolve(hostKey);
    });
    client.on('error', (error: Error & ClientErrorExtensions) => {
      fail(toSshError(error, options, attempts, greetingText()));
    });
    client.on('close', () => {
      fail(closedEarlyError(method, attempts));
    });
    client.on('change password', () => {
      fail(new SshError('auth_failed', 'the password has expired and must be changed'));
    });
    client.connect({
      sock: socket,
      username: options.username,
      debug: limit.readMessage,
      algorithms: offeredAlgorithms(options.pinned),
      readyTimeout: 0, // the own timeout runs from the first byte to the login
      keepaliveInterval: KEEPALIVE_MS,
      keepaliveCountMax: MAX_LOST_KEEPALIVES,
      hostVerifier: (blob: Buffer) => {
        limit.countKeyExchange();
        const found = parseHostKey(blob);
        const expected = hostKey ?? options.pinned; // a later key exchange must present the same key
        hostKey = found;
        if (expected === null ? options.trustOnFirstUse !== false : isSameKey(expected, found))
          return true;
        fail(expected === null ? unknownKeyError(found) : changedKeyError(expected, found));
        return false;
      },
      authHandler: method.createHandler(attempts, () => {
        fail(new SshError('auth_failed', sshErrorText(method.failureText(attempts), secrets)));
      }),
    });
  });
}

/**
 * Returns the text that the server sends before the SSH identification (RFC 4253 section 4.2), at
 * most 200 characters. An sshd that rejects this address for a while sends the reason there and
 * closes. It needs its own listener: the library reports this text only if the identification
 * follows.
 */
function captureGreeting(socket: Socket): () => string {
  let text = '';
  const listen = (data: Buffer): void => {
    text = (text + data.toString('latin1')).slice(0, 200);
    if (text.includes('SSH-') || text.length === 200) socket.removeListener('data', listen);
  };
  socket.on('data', listen);
  return () => text.split(/^SSH-/m)[0]?.trim() ?? '';
}

const unknownKeyError = (found: HostKey): SshError =>
  new SshError(
    'host_key_unknown',
    `no host key is pinned; the host presents ${found.type} ${found.fingerprint_sha256}`,
  );

function changedKeyError(expected: HostKey, found: HostKey): SshError {
  const keyText = (key: HostKey): string => `${key.type} ${key.fingerprint_sha256}`;
  const text = `the host key changed: ${keyText(found)} instead of ${keyText(expected)}`;
  return new SshError('host_key_changed', text, { hostKeys: { expected, found } });
}

function timeoutText(
  { timeoutMs, method }: LoginOptions,
  hostKey: HostKey | null,
  attempts: LoginAttempts,
): string {
  if (hostKey === null) return `connected, but no SSH key exchange within ${timeoutMs} ms`;
  const missing = attempts.tried.length > 0 ? `answer ${method.answered}` : 'start the login';
  return `the server did not ${missing} within ${timeoutMs} ms`;
}

function closedEarlyError({ answered }: LoginMethod, attempts: LoginAttempts): SshError {
  if (attempts.tried.length > 0)
    return new SshError(
      'auth_failed',
      `the server closed the connection instead of answering ${answered}`,
    );
  return new SshError('connection_lost', 'the server closed the connection before the login');
}

/**
 * Reasons of a disconnect message (RFC 4253 section 11.1): protocol error, key exchange failed,
 * version not supported.
 */
function failureOfReason(reason: number): SshFailure {
  return [2, 3, 8].includes(reason) ? 'protocol_error' : 'connection_lost';
}

/** Classifies an error of the library by its level, never by its stack. */
function toSshError(
  error: Error & ClientErrorExtensions & { code?: unknown },
  { method, secrets }: LoginOptions,
  attempts: LoginAttempts,
  greetingText: string,
): SshError {
  if (error instanceof SshError) return error;
  const text = sshErrorText(error.message, secrets).slice(0, 500);
  if (error.level === 'client-socket' || error.level === 'client-timeout')
    return new SshError('connection_lost', text);
  if (error.level === 'client-authentication')
    return new SshError('auth_failed', method.failureText(attempts));
  if (/^Connection lost before handshake/.test(text)) {
    const message = greetingText === '' ? '' : `; message: ${sshErrorText(greetingText, secrets)}`;
    return new SshError(
      'connection_lost',
      `the server closed the connection before its identification${message}`,
    );
  }
  if (typeof error.code === 'number')
    return new SshError(
      attempts.tried.length > 0 ? 'auth_failed' : failureOfReason(error.code),
      `the server ended the connection: ${text}`,
    );
  return new SshError('protocol_error', text);
}

/**
 * Algorithms offered after the library's own list: enough for servers of 2010, and nothing broken.
 * Excluded: group1 (Logjam), DSA, 3DES, RC4, MD5. SHA-1 stays in key exchange (group14), and CBC is last,
 * for servers that support nothing else. Also excluded is what lets a server occupy this thread: group
 * exchange (with a number of 8,192 bits of the server's choice it takes 600 ms), the largest group (40
 * ms), and compression (a packet of 35 KB decompresses to 35 MB).
 */
function offeredAlgorithms(pinned: HostKey | null): Algorithms {
  return {
    serverHostKey: hostKeyAlgorithms(pinned),
    kex: {
      append: ['diffie-hellman-group14-sha1'],
      prepend: [],
      remove: ['diffie-hellman-group-exchange-sha256', 'diffie-hellman-group18-sha512'],
    },
    cipher: { append: ['aes256-cbc', 'aes128-cbc'], prepend: [], remove: [] },
    compress: ['none'],
  };
}
