import { setTimeout as delay } from 'node:timers/promises';
import type { Client, PseudoTtyOptions } from 'ssh2';
import { runOnChannel, type CommandChannel, type CommandOutcome } from './command-channel.js';
import { timeoutOrAbort } from './timeout-or-abort.js';
import type { Elevation } from './remote-command.js';
import { sshErrorText, SshError } from './ssh-error.js';
import type { RunOptions } from './ssh.js';

export interface SshLink {
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
const HELLO_MS = 1_000;

// A terminal that changes nothing: sudo may insist on one, but the bytes are to come as they are (RFC 4254 section 8)
const RAW_TERMINAL: PseudoTtyOptions = {
  modes: { ECHO: 0, ICANON: 0, ISIG: 0, OPOST: 0, ICRNL: 0, IXON: 0 },
};

/** Runs one prepared line on a channel of its own. What is told on time-out or abort is told after the far end was asked to end the command. */
export async function execute(link: SshLink, job: CommandJob): Promise<CommandOutcome> {
  const stop = timeoutOrAbort(link, job);
  const opening = openChannel(link, job);
  let talk: CommandChannel | null = null;
  try {
    talk = await Promise.race([opening, stop.rejected]);
    return await Promise.race([talk.ended, stop.rejected]);
  } catch (error) {
    if (talk === null)
      void opening.then(
        (late) => end(link, job, late),
        () => undefined,
      ); // a channel that comes late has a shell behind it all the same
    if (talk === null || !(error instanceof SshError)) throw error;
    if (error.code === 'timeout' || error.code === 'aborted') await end(link, job, talk);
    else talk.close();
    throw new SshError(error.code, error.message, { stderr: talk.said(), ...error.evidence });
  } finally {
    stop.dispose();
  }
}

async function end(link: SshLink, { elevation }: CommandJob, talk: CommandChannel): Promise<void> {
  const pid = await Promise.race([talk.shellPid, delay(HELLO_MS, null, { ref: false })]);
  talk.close();
  if (pid !== null) await link.endRemote(pid, elevation);
}

function openChannel({ client, password }: SshLink, job: CommandJob): Promise<CommandChannel> {
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
