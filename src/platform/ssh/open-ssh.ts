import { randomBytes } from 'node:crypto';
import type { Client } from 'ssh2';
import { findElevation } from './elevate.js';
import { execute, type SshLink } from './execute.js';
import { login } from './login.js';
import { endingCommand, remoteCommand, type Elevation } from './remote-command.js';
import { sshErrorText, SshError } from './ssh-error.js';
import { dialSocket } from './ssh-socket.js';
import type { RunOptions, SshOptions, SshSession } from './ssh.js';
import type { CommandOutcome } from './command-channel.js';
import { upload } from './upload.js';

const CLOSE_MS = 1_000;
const END_MS = 5_000;

/** Connects, checks the host's key and logs in. Rejects with SshError; nothing is left open then. */
export async function openSsh(options: SshOptions): Promise<SshSession> {
  const { default: ssh2 } = await import('ssh2'); // 12 MB that a service which never logs in anywhere need not have
  const socket = await dialSocket(options);
  const localAddress = (socket.localAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '');
  const client = new ssh2.Client();
  const hostKey = await login(client, socket, options);
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
    }, CLOSE_MS);
    client.end();
    await closed;
    clearTimeout(timer);
  };
  return {
    hostKey: { ...hostKey, pinned: options.pinned !== null },
    localAddress,
    ...commands(client, options),
    close,
  };
}

/** What can be done with a client that is logged in. */
function commands(
  client: Client,
  { password, signal }: SshOptions,
): Pick<SshSession, 'run' | 'elevate' | 'upload'> {
  const link: SshLink = {
    client,
    password,
    onLost: lossOf(client, password, signal),
    endRemote: (pid, elevation) => endRemote(pid, elevation),
  };
  const runAs = (
    command: string,
    elevation: Elevation | null,
    options: RunOptions,
  ): Promise<CommandOutcome> => {
    const token = randomBytes(12).toString('hex');
    const stdinBytes = Buffer.byteLength(options.stdin ?? '');
    return execute(link, {
      ...options,
      token,
      elevation,
      line: remoteCommand(command, { token, elevation, stdinBytes }),
    });
  };
  async function endRemote(shellPid: number, elevation: Elevation | null): Promise<void> {
    await runAs(endingCommand(shellPid), elevation, { timeoutMs: END_MS, maxBytes: 1_024 }).catch(
      () => undefined,
    );
  }
  let elevation: Promise<Elevation> | null = null;
  const elevate = (): Promise<Elevation> => (elevation ??= findElevation(runAs));
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

/** Listens once for the end of a connection, on behalf of all commands under way. */
function lossOf(client: Client, password: string, signal: AbortSignal): SshLink['onLost'] {
  const waiting = new Set<(error: SshError) => void>();
  let reason = 'the connection was closed';
  let lost: SshError | null = null;
  client.on('error', (error) => {
    reason = sshErrorText(error.message, password).slice(0, 200);
  });
  client.once('close', () => {
    lost = signal.aborted
      ? new SshError('aborted', 'the session was aborted')
      : new SshError('connection_lost', reason);
    for (const tell of waiting) tell(lost);
    waiting.clear();
  });
  return (tell) => {
    if (lost !== null) tell(lost);
    else waiting.add(tell);
    return () => {
      waiting.delete(tell);
    };
  };
}
