import { setTimeout as delay } from 'node:timers/promises';
import type { Client, PseudoTtyOptions } from 'ssh2';
import { runOnChannel, type CommandChannel, type CommandOutcome } from './command-channel.js';
import { timeoutOrAbort } from './timeout-or-abort.js';
import type { Elevation } from './remote-command.js';
import { sshErrorText, SshError } from './ssh-error.js';
import type { RunOptions } from './ssh.js';

export interface SshConnection {
  client: Client;
  password: string;
  /** Calls back once when the connection is gone; the answer takes the callback away again. */
  onLost: (lost: (error: SshError) => void) => () => void;
  /** Ends a command that the far end still runs. Never rejects. */
  endRemote: (shellPid: number, elevation: Elevation | null) => Promise<void>;
}

/** A command that is ready to be sent: its line as remote-command.ts makes it, and the token in it. */
export interface CommandJob extends RunOptions {
  line: string;
  token: string;
  elevation: Elevation | null;
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
