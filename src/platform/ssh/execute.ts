import { setTimeout as delay } from 'node:timers/promises';
import type { Client, PseudoTtyOptions } from 'ssh2';
import {
  runOnChannel,
  type CommandChannel,
  type CommandJob,
  type CommandOutcome,
} from './command-channel.js';
import type { Elevation } from './remote-command.js';
import { sshErrorText, SshError } from './ssh-error.js';

export interface SshConnection {
  client: Client;
  /** null: sudo gets none */
  sudoPassword: string | null;
  /** not to be repeated in errors */
  secrets: readonly string[];
  /**
   * Registers a callback for the loss of the connection, called once; returns a function that
   * removes it.
   */
  onLost: (lost: (error: SshError) => void) => () => void;
  /** Kills a command that still runs on the host. Never rejects. */
  endRemote: (shellPid: number, elevation: Elevation | null) => Promise<void>;
}

/** How long an abandoned command may still take to report its process id. */
const PID_TIMEOUT_MS = 1_000;

// A terminal that passes bytes unchanged (RFC 4254 section 8): sudo may require a terminal.
const RAW_TERMINAL: PseudoTtyOptions = {
  modes: { ECHO: 0, ICANON: 0, ISIG: 0, OPOST: 0, ICRNL: 0, IXON: 0 },
};

/**
 * Runs one prepared line on its own channel. On timeout or abort the remote command is killed
 * before the promise rejects.
 */
export async function execute(connection: SshConnection, job: CommandJob): Promise<CommandOutcome> {
  const interruption = timeoutOrAbort(connection, job);
  const opening = openChannel(connection, job);
  let channel: CommandChannel | null = null;
  try {
    channel = await Promise.race([opening, interruption.rejected]);
    return await Promise.race([channel.ended, interruption.rejected]);
  } catch (error) {
    if (channel === null)
      void opening.then(
        (lateChannel) => endCommand(connection, job, lateChannel),
        () => undefined,
      ); // a channel that opens late has a remote shell all the same
    if (channel === null || !(error instanceof SshError)) throw error;
    if (error.code === 'timeout' || error.code === 'aborted')
      await endCommand(connection, job, channel);
    else channel.close();
    throw new SshError(error.code, error.message, {
      stderr: channel.stderrText(),
      ...error.evidence,
    });
  } finally {
    interruption.dispose();
  }
}

async function endCommand(
  connection: SshConnection,
  { elevation }: CommandJob,
  channel: CommandChannel,
): Promise<void> {
  const pid = await Promise.race([channel.shellPid, delay(PID_TIMEOUT_MS, null, { ref: false })]);
  channel.close();
  if (pid !== null) await connection.endRemote(pid, elevation);
}

function openChannel(
  { client, ...secrets }: SshConnection,
  job: CommandJob,
): Promise<CommandChannel> {
  return new Promise((resolve, reject) => {
    try {
      client.exec(
        job.line,
        job.elevation?.pty === true ? { pty: RAW_TERMINAL } : {},
        (error, channel) => {
          // synchronously: the exit code of a short command can be in the same packet
          if (error === undefined) resolve(runOnChannel(channel, secrets, job));
          else
            reject(
              new SshError(
                'no_shell',
                `the server did not run the command: ${sshErrorText(error.message, secrets.secrets)}`,
              ),
            );
        },
      );
    } catch {
      reject(new SshError('connection_lost', 'the connection is closed'));
    }
  });
}

/**
 * Rejects as soon as a command must be abandoned: timeout, abort, or loss of the connection.
 * `dispose` releases everything.
 */
function timeoutOrAbort(
  connection: Pick<SshConnection, 'onLost'>,
  job: Pick<CommandJob, 'timeoutMs' | 'signal'>,
): { rejected: Promise<never>; dispose: () => void } {
  const { signal, timeoutMs } = job;
  let rejectWith: (error: SshError) => void = () => undefined;
  const rejected = new Promise<never>((_resolve, reject) => {
    rejectWith = reject;
  });
  rejected.catch(() => undefined); // the caller may have stopped waiting
  const abort = (): void => {
    rejectWith(new SshError('aborted', 'the command was aborted'));
  };
  const timer = setTimeout(() => {
    rejectWith(new SshError('timeout', `the command did not finish within ${timeoutMs} ms`));
  }, timeoutMs);
  const stopListening = connection.onLost(rejectWith);
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted === true) abort();
  return {
    rejected,
    dispose: () => {
      clearTimeout(timer);
      stopListening();
      signal?.removeEventListener('abort', abort);
    },
  };
}
