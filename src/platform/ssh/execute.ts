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
  password: string;
  /** Calls back once when the connection is gone; the answer takes the callback away again. */
  onLost: (lost: (error: SshError) => void) => () => void;
  /** Ends a command that the far end still runs. Never rejects. */
  endRemote: (shellPid: number, elevation: Elevation | null) => Promise<void>;
}

/** How long a command that is given up may still take to tell its process id. */
const PID_TIMEOUT_MS = 1_000;

// A terminal that changes nothing: sudo may insist on one, but the bytes are to come as they are (RFC 4254 section 8)
const RAW_TERMINAL: PseudoTtyOptions = {
  modes: { ECHO: 0, ICANON: 0, ISIG: 0, OPOST: 0, ICRNL: 0, IXON: 0 },
};

/** Runs one prepared line on a channel of its own. What is told on time-out or abort is told after the far end was asked to end the command. */
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
      ); // a channel that comes late has a shell behind it all the same
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
  { client, password }: SshConnection,
  job: CommandJob,
): Promise<CommandChannel> {
  return new Promise((resolve, reject) => {
    try {
      client.exec(
        job.line,
        job.elevation?.pty === true ? { pty: RAW_TERMINAL } : {},
        (error, channel) => {
          // at once, not a promise later: a short command's exit code can stand in the very same packet
          if (error === undefined) resolve(runOnChannel(channel, password, job));
          else
            reject(
              new SshError(
                'protocol_error',
                `the server runs no command: ${sshErrorText(error.message, password)}`,
              ),
            );
        },
      );
    } catch {
      reject(new SshError('connection_lost', 'the connection is closed'));
    }
  });
}

/** Rejects as soon as a command has to be given up: its time is over, it was aborted, or the connection is gone. Nothing stays behind after `dispose`. */
function timeoutOrAbort(
  connection: Pick<SshConnection, 'onLost'>,
  job: Pick<CommandJob, 'timeoutMs' | 'signal'>,
): { rejected: Promise<never>; dispose: () => void } {
  const { signal, timeoutMs } = job;
  let rejectWith: (error: SshError) => void = () => undefined;
  const rejected = new Promise<never>((_resolve, reject) => {
    rejectWith = reject;
  });
  rejected.catch(() => undefined); // it may be nobody's concern any more
  const abort = (): void => {
    rejectWith(new SshError('aborted', 'the command was aborted'));
  };
  const timer = setTimeout(() => {
    rejectWith(new SshError('timeout', `the command did not end in ${timeoutMs} ms`));
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
