import type { ClientChannel } from 'ssh2';
import type { Elevation } from './remote-command.js';
import { sshErrorText, SshError } from './ssh-error.js';
import type { RunOptions, RunResult } from './ssh.js';
import { createStartDetector } from './start-marker.js';

/** A command has ended, but what it left running in the background still holds its output: so long a silence is the end. */
const LINGER_MS = 2_000;

/** A command's result, and whether the password was asked for on the way. */
export interface CommandOutcome extends RunResult {
  wasPrompted: boolean;
}

/** A command that is ready to be sent: its line as remote-command.ts makes it, and the token in it. */
export interface CommandJob extends RunOptions {
  line: string;
  token: string;
  elevation: Elevation | null;
}

export interface CommandChannel {
  /** The result when the command has ended. Rejects with sudo_denied or protocol_error when it never started. */
  ended: Promise<CommandOutcome>;
  /** The process id of the command's shell, as soon as it is told; null when the command ends before. */
  shellPid: Promise<number | null>;
  /** What stood on the error stream so far, fit for an error. */
  stderrText: () => string;
  /** Closes the channel; the far end's process goes on until somebody ends it. */
  close: () => void;
}

/** Talks with one command: its shell's hello, sudo's question, then the input, the output and the end. */
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
      reject(sudoDenied('sudo did not take the password', stderrText()));
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
    const exit: Pick<RunResult, 'exitCode' | 'signal'> = { exitCode: null, signal: null };
    const isQuiet = createQuietTimer(channel, LINGER_MS);
    channel.on('exit', (code: number | null, signal?: string) => {
      exit.exitCode = code;
      exit.signal = signal ?? null;
      isQuiet.watch(finish);
    });
    channel.on('error', () => undefined); // the connection's own error tells more
    channel.on('close', finish);
    function finish(): void {
      isQuiet.stop();
      resolvePid(null);
      if (detector.state.started)
        resolve({
          ...exit,
          stdout: stdout.take(),
          stderr: stderr.take(),
          truncated: { stdout: stdout.isCut(), stderr: stderr.isCut() },
          wasPrompted: detector.state.prompts > 0,
        });
      else reject(notStartedError(job, stderrText(), exit.exitCode));
      channel.close();
    }
  });
  ended.catch(() => undefined); // it may come to its end when nobody waits any more
  return {
    ended,
    shellPid,
    stderrText,
    close: () => {
      channel.close();
    },
  };
}

/** Calls back when nothing has come for a while. */
function createQuietTimer(
  channel: ClientChannel,
  ms: number,
): { watch: (quiet: () => void) => void; stop: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const detector = (quiet: () => void): void => {
    timer = setTimeout(quiet, ms);
    for (const stream of [channel, channel.stderr])
      stream.on('data', () => {
        timer?.refresh();
      });
  };
  return {
    watch: detector,
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

/** Gives the password to the first prompt, the input to the command once it runs, and nothing to anybody else. */
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
  if (isElevated) return sudoDenied('root was refused', stderr);
  return new SshError(
    'protocol_error',
    `the login shell ran no command${stderr === '' ? '' : `: ${stderr.slice(-200)}`}`,
    { stderr, exitCode },
  );
}

/** Collects at most `maxBytes`; what is more is thrown away and flagged, so that the far end can go on to its own end. */
function createBoundedOutput(maxBytes: number): {
  push: (data: Buffer) => void;
  take: () => Buffer;
  isCut: () => boolean;
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
    isCut: () => isTruncated,
  };
}
