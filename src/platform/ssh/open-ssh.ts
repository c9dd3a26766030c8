import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Client, ParsedKey } from 'ssh2';
import { formatMinute } from '../../lib/times.js';
import { systemClock } from '../clock.js';
import { createPeerQueue, waitForPeerWork, type PeerQueue } from '../net/peer-queue.js';
import { plainAddress } from '../net/plain-address.js';
import { passwordLogin, type LoginMethod } from './auth.js';
import { findElevation } from './elevate.js';
import { execute, type SshConnection } from './execute.js';
import { hasExpired, isNotYetValid } from './keys/certificate.js';
import { keyLogin } from './keys/key-login.js';
import type { SshKey } from './keys/ssh-key.js';
import { login } from './login.js';
import { killCommand, remoteCommand, type Elevation } from './remote-command.js';
import { sshErrorText, SshError } from './ssh-error.js';
import { dialSocket } from './ssh-socket.js';
import type { RunOptions, SshOptions, SshSession } from './ssh.js';
import type { CommandOutcome } from './command-channel.js';
import { upload } from './upload.js';

const CLOSE_TIMEOUT_MS = 1_000;
const END_TIMEOUT_MS = 5_000;

/** Connects, verifies the host key and logs in. Rejects with SshError and leaves nothing open. */
export async function openSsh(options: SshOptions): Promise<SshSession> {
  assertValid(options.key);
  const { default: ssh2 } = await import('ssh2'); // 12 MB that a service without remote logins does not need to load
  const socket = await dialSocket(options);
  const { queue = createPeerQueue() } = options;
  await waitForStart(socket, queue, options.signal);
  const localAddress = plainAddress(socket.localAddress);
  const client = new ssh2.Client();
  const secrets = secretsOf(options);
  const method = loginMethod(client, ssh2.utils.parseKey, options);
  const hostKey = await login(client, socket, { ...options, queue, secrets, method });
  const abort = (): void => {
    socket.destroy();
  };
  options.signal.addEventListener('abort', abort, { once: true });
  client.once('close', () => {
    options.signal.removeEventListener('abort', abort);
  });
  const closed = new Promise<void>((resolve) => {
    client.once('close', () => {
      resolve();
    });
  });
  const close = async (): Promise<void> => {
    const timer = setTimeout(() => {
      socket.destroy();
    }, CLOSE_TIMEOUT_MS);
    client.end();
    await closed;
    clearTimeout(timer);
  };
  return {
    hostKey: { ...hostKey, pinned: options.pinned !== null },
    localAddress,
    ...commands(client, options, secrets),
    close,
  };
}

/** Rejects a certificate that is not valid now: the server would refuse it without that reason. */
function assertValid(key: SshKey | undefined): void {
  const certificate = key?.certificate;
  if (!certificate) return;
  const { validFrom, expiresAt } = certificate;
  const now = systemClock.now();
  if (hasExpired(certificate, now)) {
    const text = `the certificate of the key expired at ${formatMinute(expiresAt ?? 0)}`;
    throw new SshError('certificate_expired', text);
  }
  if (isNotYetValid(certificate, now)) {
    const text = `the certificate of the key is valid from ${formatMinute(validFrom)} on`;
    throw new SshError('certificate_not_yet_valid', text);
  }
}

const secretsOf = ({ password, sudoPassword }: SshOptions): string[] =>
  [password, sudoPassword].filter((secret) => typeof secret === 'string');

function loginMethod(
  client: Client,
  parseKey: (text: string) => ParsedKey | Error,
  { username, key, password = '' }: SshOptions,
): LoginMethod {
  return key === undefined
    ? passwordLogin(username, password)
    : keyLogin({ client, parseKey, username, key });
}

/** A key exchange takes milliseconds, and many sessions start at the same time. */
async function waitForStart(socket: Socket, queue: PeerQueue, signal: AbortSignal): Promise<void> {
  const ignore = (): void => undefined;
  socket.on('error', ignore); // without a listener it would end the process
  await waitForPeerWork(queue);
  socket.removeListener('error', ignore);
  if (signal.aborted) {
    socket.destroy();
    throw new SshError('aborted', 'aborted before logging in');
  }
  if (socket.destroyed)
    throw new SshError('connection_lost', 'the server closed the connection before the login');
}

/** The operations of a client that is logged in. */
function commands(
  client: Client,
  { password, sudoPassword, signal }: SshOptions,
  secrets: readonly string[],
): Pick<SshSession, 'run' | 'elevate' | 'upload'> {
  const connection: SshConnection = {
    client,
    sudoPassword: sudoPassword ?? password ?? null,
    secrets,
    onLost: createLossNotifier(client, secrets, signal),
    endRemote: (pid, elevation) => endRemote(pid, elevation),
  };
  const runAs = (
    command: string,
    elevation: Elevation | null,
    options: RunOptions,
  ): Promise<CommandOutcome> => {
    const token = randomBytes(12).toString('hex');
    const stdinBytes = Buffer.byteLength(options.stdin ?? '');
    return execute(connection, {
      ...options,
      token,
      elevation,
      line: remoteCommand(command, { token, elevation, stdinBytes }),
    });
  };
  async function endRemote(shellPid: number, elevation: Elevation | null): Promise<void> {
    await runAs(killCommand(shellPid), elevation, {
      timeoutMs: END_TIMEOUT_MS,
      maxBytes: 1_024,
    }).catch(() => undefined);
  }
  let elevation: Promise<Elevation> | null = null;
  const elevate = (): Promise<Elevation> => {
    elevation ??= findElevation(runAs);
    return elevation;
  };
  const run: SshSession['run'] = async (command, options) => {
    const {
      exitCode,
      signal: ending,
      stdout,
      stderr,
      truncated,
    } = await runAs(command, options.root === true ? await elevate() : null, options);
    return { exitCode, signal: ending, stdout, stderr, truncated };
  };
  return {
    run,
    elevate,
    upload: (bytes, remotePath, mode, options = {}) =>
      upload(
        run,
        { bytes, remotePath, mode, suffix: `${randomBytes(6).toString('hex')}.tmp` },
        options,
      ),
  };
}

/** Registers one listener for the end of a connection, on behalf of all running commands. */
function createLossNotifier(
  client: Client,
  secrets: readonly string[],
  signal: AbortSignal,
): SshConnection['onLost'] {
  const listeners = new Set<(error: SshError) => void>();
  let reason = 'the connection was closed';
  let lost: SshError | null = null;
  client.on('error', (error) => {
    reason = sshErrorText(error.message, secrets).slice(0, 200);
  });
  client.once('close', () => {
    lost = signal.aborted
      ? new SshError('aborted', 'the session was aborted')
      : new SshError('connection_lost', reason);
    for (const listener of listeners) listener(lost);
    listeners.clear();
  });
  return (listener) => {
    if (lost !== null) listener(lost);
    else listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
}
