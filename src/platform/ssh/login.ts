import type { Client, ClientErrorExtensions } from 'ssh2';
import type { Socket } from 'node:net';
import { algorithms } from './algorithms.js';
import { loginFailure, loginHandler, loginNotes, type LoginAttempts } from './auth.js';
import { hostKeyOf, isSameKey, type HostKey } from './host-key.js';
import { sshErrorText, SshError, type SshFailure } from './ssh-error.js';
import type { SshOptions } from './ssh.js';

const KEEPALIVE_MS = 30_000;
const KEEPALIVES_LOST = 3;

type LoginOptions = Pick<
  SshOptions,
  'username' | 'password' | 'pinned' | 'trustOnFirstUse' | 'timeoutMs' | 'signal'
>;

/**
 * Key exchange, host key and login over a connected socket. The key is judged before the password is sent. Rejects with SshError: host_key_changed, host_key_unknown,
 * auth_failed, protocol_error (nothing in common with the server, no SSH at all), connection_lost, timeout, aborted.
 */
export function login(client: Client, socket: Socket, options: LoginOptions): Promise<HostKey> {
  const notes = loginNotes();
  const said = firstWords(socket);
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
      fail(new SshError('timeout', lateText(options.timeoutMs, hostKey, notes)));
    }, options.timeoutMs);
    options.signal.addEventListener('abort', abort, { once: true });
    client.once('ready', () => {
      clearTimeout(timer);
      options.signal.removeEventListener('abort', abort);
      if (hostKey !== null) resolve(hostKey);
    });
    client.on('error', (error: Error & ClientErrorExtensions) => {
      fail(toSshError(error, options.password, notes, said()));
    });
    client.on('close', () => {
      fail(closedEarly(notes));
    });
    client.on('change password', () => {
      fail(new SshError('auth_failed', 'the password has expired and must be changed'));
    });
    client.connect({
      sock: socket,
      username: options.username,
      algorithms: algorithms(options.pinned),
      readyTimeout: 0, // our own clock counts, from the first byte to the login
      keepaliveInterval: KEEPALIVE_MS,
      keepaliveCountMax: KEEPALIVES_LOST,
      hostVerifier: (blob: Buffer) => {
        const found = hostKeyOf(blob);
        const expected = hostKey ?? options.pinned; // a later key exchange must show the first one's key
        hostKey = found;
        if (expected === null ? options.trustOnFirstUse !== false : isSameKey(expected, found))
          return true;
        fail(expected === null ? unknownKey(found) : changedKey(expected, found));
        return false;
      },
      authHandler: loginHandler(options.username, options.password, notes, () => {
        fail(new SshError('auth_failed', sshErrorText(loginFailure(notes), options.password)));
      }),
    });
  });
}

/**
 * What the server says before it speaks SSH (RFC 4253 section 4.2), at most 200 characters: an sshd that lets nobody from this address in for a while says
 * so there, and closes. A listener of its own: the library tells these words only when the greeting follows.
 */
function firstWords(socket: Socket): () => string {
  let words = '';
  const listen = (data: Buffer): void => {
    words = (words + data.toString('latin1')).slice(0, 200);
    if (words.includes('SSH-') || words.length === 200) socket.removeListener('data', listen);
  };
  socket.on('data', listen);
  return () => words.split(/^SSH-/m)[0]?.trim() ?? '';
}

const unknownKey = (found: HostKey): SshError =>
  new SshError(
    'host_key_unknown',
    `nobody has told the key of this host, which shows ${found.type} ${found.fingerprint_sha256}`,
  );

function changedKey(expected: HostKey, found: HostKey): SshError {
  const text = `the host shows another key than before: ${found.type} ${found.fingerprint_sha256} instead of ${expected.type} ${expected.fingerprint_sha256}`;
  return new SshError('host_key_changed', text, { hostKeys: { expected, found } });
}

function lateText(timeoutMs: number, hostKey: HostKey | null, notes: LoginAttempts): string {
  if (hostKey === null) return `connected, but there was no SSH key exchange in ${timeoutMs} ms`;
  return `the server did not ${notes.tried.length > 0 ? 'answer the password' : 'begin the login'} in ${timeoutMs} ms`;
}

function closedEarly(notes: LoginAttempts): SshError {
  if (notes.tried.length > 0)
    return new SshError(
      'auth_failed',
      'the server closed the connection instead of answering the password',
    );
  return new SshError('connection_lost', 'the server closed the connection before the login');
}

/** Reasons of a disconnect message (RFC 4253 section 11.1): protocol error, key exchange failed, version not supported. */
function codeOf(reason: number): SshFailure {
  return [2, 3, 8].includes(reason) ? 'protocol_error' : 'connection_lost';
}

/** Judges what the library reports: by its level, never by its stack. */
function toSshError(
  error: Error & ClientErrorExtensions & { code?: unknown },
  password: string,
  notes: LoginAttempts,
  said: string,
): SshError {
  const text = sshErrorText(error.message, password).slice(0, 500);
  if (error.level === 'client-socket' || error.level === 'client-timeout')
    return new SshError('connection_lost', text);
  if (error.level === 'client-authentication')
    return new SshError('auth_failed', loginFailure(notes));
  if (/^Connection lost before handshake/.test(text))
    return new SshError(
      'connection_lost',
      `the server closed the connection without a greeting${said === '' ? '' : `; it said: ${sshErrorText(said, password)}`}`,
    );
  if (typeof error.code === 'number')
    return new SshError(
      notes.tried.length > 0 ? 'auth_failed' : codeOf(error.code),
      `the server ended the connection: ${text}`,
    );
  return new SshError('protocol_error', text);
}
