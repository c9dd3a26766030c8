import type { ClientChannel } from 'ssh2';
import type { Elevation } from './remote-command.js';
import { sshErrorText, SshError } from './ssh-error.js';
import type { RunOptions, RunResult } from './ssh.js';
import { createStartDetector } from './start-marker.js';

/**
 * After a command has exited, its background processes may hold the output open: this much silence
 * ends the read.
 */
const LINGER_MS = 2_000;

/** Result of a command, and whether sudo prompted for the password. */
export interface CommandOutcome extends RunResult {
  wasPrompted: boolean;
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
  password: string,
  job: CommandJob,
): CommandChannel {
  const detector = createStartDetector(job.token);
  const stdout = createBoundedOutput(job.maxBytes);
  const stderr = createBoundedOutput(job.maxBytes);
  const pty = job.elevation?.pty === true;
  const stderrText = (): string =>
    sshErrorText(
      Buffer.concat([Buffer.from(detector.state.before, 'latin1'), stderr.take()]),
      password,
    );

  let resolvePid: (pid: number | null) => void = () => undefined;
  const shellPid = new Promise<number | null>((resolve) => {
    resolvePid = resolve;
  });
  const ended = new Promise<CommandOutcome>((resolve, reject) => {
    const answer = createInputWriter(channel, password, job, () => {
      reject(sudoDenied('sudo rejected the password', stderrText()));
    });
    const readStart = (chunk: Buffer): Buffer => {
      const { rest } = detector.feed(chunk);
      answer(detector.state);
      if (detector.state.shellPid !== null) resolvePid(detector.state.shellPid);
      return rest;
    };
    channel.on('data', (chunk: Buffer) => {
      stdout.push(pty ? readStart(chunk) : chunk);
    });
    channel.stderr.on('data', (chunk: Buffer) => {
      const rest = readStart(chunk);
      if (rest.length === 0) return;
      stderr.push(rest);
      job.onStderr?.(rest);
    });
    onCommandEnd(channel, (exit) => {
      resolvePid(null);
      if (detector.state.started)
        resolve({
          ...exit,
          stdout: stdout.take(),
          stderr: stderr.take(),
          truncated: { stdout: stdout.isTruncated(), stderr: stderr.isTruncated() },
          wasPrompted: detector.state.prompts > 0,
        });
      else reject(notStartedError(job, stderrText(), exit.exitCode));
      channel.close();
    });
  });
  ended.catch(() => undefined); // it may reject after the caller has stopped waiting
  const close = (): void => {
    channel.close();
  };
  return { ended, shellPid, stderrText, close };
}

/** Calls back at the end of a command: when the channel closes, or after a silence that follows the exit. */
function onCommandEnd(
  channel: ClientChannel,
  finish: (exit: Pick<RunResult, 'exitCode' | 'signal'>) => void,
): void {
  const exit: Pick<RunResult, 'exitCode' | 'signal'> = { exitCode: null, signal: null };
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

/** Writes the password to the first prompt, and the input to the command once it runs. */
function createInputWriter(
  channel: ClientChannel,
  password: string,
  job: CommandJob,
  onRefused: () => void,
): (state: { prompts: number; started: boolean }) => void {
  const stdin = Buffer.from(job.stdin ?? '');
  let prompts = 0;
  let isFed = false;
  return (state) => {
    if (state.prompts > prompts) {
      prompts = state.prompts;
      if (prompts === 1) channel.write(`${password}\n`);
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

function notStartedError(job: CommandJob, stderr: string, exitCode: number | null): SshError {
  const isElevated = job.elevation !== null && job.elevation.kind !== 'root';
  if (isElevated) return sudoDenied('root access was denied', stderr);
  return new SshError(
    'protocol_error',
    `the login shell did not run the command${stderr === '' ? '' : `: ${stderr.slice(-200)}`}`,
    { stderr, exitCode },
  );
}

/**
 * Collects at most `maxBytes`; the rest is discarded and flagged, so that the remote command can
 * finish.
 */
function createBoundedOutput(maxBytes: number): {
  push: (data: Buffer) => void;
  take: () => Buffer;
  isTruncated: () => boolean;
} {
  const chunks: Buffer[] = [];
  let size = 0;
  let isTruncated = false;
  return {
    push: (data) => {
      const kept = data.subarray(0, maxBytes - size);
      if (kept.length < data.length) isTruncated = true;
      if (kept.length === 0) return;
      size += kept.length;
      chunks.push(kept);
    },
    take: () => Buffer.concat(chunks),
    isTruncated: () => isTruncated,
  };
}
