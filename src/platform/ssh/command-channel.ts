import type { ClientChannel } from 'ssh2';
import { createBoundedOutput, type BoundedOutput } from '../net/growing-buffer.js';
import type { Elevation } from './remote-command.js';
import { sshErrorText, SshError } from './ssh-error.js';
import type { RunOptions, RunResult } from './ssh.js';
import { createStartDetector, type StartDetector } from './start-marker.js';

/**
 * After a command has exited, its background processes may hold the output open: this much silence
 * ends the read.
 */
const LINGER_MS = 2_000;

/** Output of the host before the command starts. A long message of the day has 10 KiB in 200 packets. */
const MAX_BYTES_BEFORE_START = 256 * 1024;
const MAX_PACKETS_BEFORE_START = 5_000;

/** Output beyond the limits of a command that is read and discarded before the command is given up. */
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024;

/** Result of a command, and whether sudo prompted for the password. */
export interface CommandOutcome extends RunResult {
  wasPrompted: boolean;
}

/** The secrets of a channel. */
interface ChannelSecrets {
  /** the answer to the prompt of sudo */
  sudoPassword: string | null;
  /** texts that must not be repeated */
  secrets: readonly string[];
}

/** A command that is ready to be sent: the line of `remoteCommand` and the token in it. */
export interface CommandJob extends RunOptions {
  line: string;
  token: string;
  elevation: Elevation | null;
}

export interface CommandChannel {
  /**
   * Resolves when the command has ended. Rejects with sudo_denied or protocol_error when it never
   * started.
   */
  ended: Promise<CommandOutcome>;
  /**
   * Process id of the command's shell, as soon as it is reported; null when the command ends
   * before.
   */
  shellPid: Promise<number | null>;
  /** The error output so far, sanitized for an error message. */
  stderrText: () => string;
  /** Closes the channel; the remote process continues until it is killed. */
  close: () => void;
}

/**
 * Runs the dialog with one command: the process id of its shell, sudo's prompt, then the input, the
 * output and the end.
 */
export function runOnChannel(
  channel: ClientChannel,
  { sudoPassword, secrets }: ChannelSecrets,
  job: CommandJob,
): CommandChannel {
  const detector = createStartDetector(job.token);
  const pty = job.elevation?.pty === true;
  const output = pty ? detector : createStartDetector(job.token); // a terminal has one stream
  const stdout = createBoundedOutput(job.maxBytes);
  const stderr = createBoundedOutput(job.maxBytes);
  const stderrText = (): string =>
    sshErrorText(
      Buffer.concat([Buffer.from(detector.state.before, 'latin1'), stderr.take()]),
      secrets,
    );

  // A login shell such as nologin(8) gives its reason on the standard output.
  const outputText = (): string =>
    stderrText() || sshErrorText(Buffer.from(output.state.before, 'latin1'), secrets);

  let resolvePid: (pid: number | null) => void = () => undefined;
  const shellPid = new Promise<number | null>((resolve) => {
    resolvePid = resolve;
  });
  const ended = new Promise<CommandOutcome>((resolve, reject) => {
    const answer = createInputWriter(channel, sudoPassword, job, () => {
      reject(sudoDenied(passwordRefusal(sudoPassword), stderrText()));
    });
    const isExcess = createStartLimit(() => {
      reject(tooMuchBeforeStart(stderrText()));
    });
    const readStart = (stream: StartDetector, chunk: Buffer): Buffer => {
      if (!stream.state.started && isExcess(chunk)) return Buffer.alloc(0);
      const { rest } = stream.feed(chunk);
      answer(detector.state);
      if (detector.state.shellPid !== null) resolvePid(detector.state.shellPid);
      return rest;
    };
    channel.on('data', (chunk: Buffer) => {
      stdout.push(readStart(output, chunk));
    });
    channel.stderr.on('data', (chunk: Buffer) => {
      const rest = readStart(detector, chunk);
      if (rest.length === 0) return;
      stderr.push(rest);
      job.onStderr?.(rest);
    });
    const finish = (exit: CommandExit): void => {
      resolvePid(null);
      const wasPrompted = detector.state.prompts > 0;
      if (detector.state.started) resolve({ ...exit, ...takeOutput(stdout, stderr), wasPrompted });
      else reject(notStartedError(job, outputText(), exit.exitCode));
      channel.close();
    };
    onCommandEnd(channel, [stdout, stderr], finish);
  });
  ended.catch(() => undefined); // it may reject after the caller has stopped waiting
  return { ended, shellPid, stderrText, close: () => void channel.close() };
}

/**
 * Counts what arrives before the start; true beyond the limit, of which `onExcess` is notified once. The
 * excess is read, since unread data is kept, and discarded.
 */
function createStartLimit(onExcess: () => void): (chunk: Buffer) => boolean {
  let bytes = 0;
  let packets = 0;
  let isOver = false;
  return (chunk) => {
    bytes += chunk.length;
    packets += 1;
    if (!isOver && (bytes > MAX_BYTES_BEFORE_START || packets > MAX_PACKETS_BEFORE_START)) {
      isOver = true;
      onExcess();
    }
    return isOver;
  };
}

const takeOutput = (
  stdout: BoundedOutput,
  stderr: BoundedOutput,
): Pick<RunResult, 'stdout' | 'stderr' | 'truncated'> => ({
  stdout: stdout.take(),
  stderr: stderr.take(),
  truncated: { stdout: stdout.isTruncated(), stderr: stderr.isTruncated() },
});

type CommandExit = Pick<RunResult, 'exitCode' | 'signal'>;

/**
 * Calls back at the end of a command: when the channel closes, after a silence that follows the exit, or
 * when too much output was discarded.
 */
function onCommandEnd(
  channel: ClientChannel,
  outputs: readonly BoundedOutput[],
  finish: (exit: CommandExit) => void,
): void {
  const exit: CommandExit = { exitCode: null, signal: null };
  const quietTimer = createQuietTimer(channel, LINGER_MS);
  const end = (): void => {
    quietTimer.stop();
    finish(exit);
  };
  channel.on('exit', (code: number | null, signal?: string) => {
    exit.exitCode = code;
    exit.signal = signal ?? null;
    quietTimer.start(end);
  });
  const endIfEndless = (): void => {
    if (outputs.reduce((sum, output) => sum + output.discardedBytes(), 0) > MAX_DISCARDED_BYTES)
      end();
  };
  channel.on('data', endIfEndless);
  channel.stderr.on('data', endIfEndless);
  channel.on('error', () => undefined); // the connection's own error is more specific
  channel.on('close', end);
}

/** Calls back after `ms` without data. */
function createQuietTimer(
  channel: ClientChannel,
  ms: number,
): { start: (onQuiet: () => void) => void; stop: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const start = (onQuiet: () => void): void => {
    timer = setTimeout(onQuiet, ms);
    for (const stream of [channel, channel.stderr])
      stream.on('data', () => {
        timer?.refresh();
      });
  };
  return {
    start,
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

const passwordRefusal = (password: string | null): string =>
  password === null
    ? 'sudo requires a password, and the credential has none for it'
    : 'sudo rejected the password';

/** Writes the password to the first prompt, and the input to the command once it runs. */
function createInputWriter(
  channel: ClientChannel,
  password: string | null,
  job: CommandJob,
  onRefused: () => void,
): (state: { prompts: number; started: boolean }) => void {
  const stdin = Buffer.from(job.stdin ?? '');
  let prompts = 0;
  let isFed = false;
  return (state) => {
    if (state.prompts > prompts) {
      prompts = state.prompts;
      if (prompts === 1 && password !== null) channel.write(`${password}\n`);
      else onRefused();
    }
    if (!state.started || isFed) return;
    isFed = true;
    if (job.elevation?.pty === true) channel.write(stdin);
    else channel.end(stdin);
  };
}

function sudoDenied(message: string, stderr: string): SshError {
  return new SshError('sudo_denied', message, { stderr });
}

function tooMuchBeforeStart(stderr: string): SshError {
  return new SshError('protocol_error', 'the server wrote too much before the command started', {
    stderr,
  });
}

function notStartedError(job: CommandJob, stderr: string, exitCode: number | null): SshError {
  const isElevated = job.elevation !== null && job.elevation.kind !== 'root';
  if (isElevated) return sudoDenied('root access was denied', stderr);
  return new SshError(
    'no_shell',
    `the login shell did not run the command${stderr === '' ? '' : `: ${stderr.slice(-200)}`}`,
    { stderr, exitCode },
  );
}
