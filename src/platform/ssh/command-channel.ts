import type { ClientChannel } from 'ssh2';
import { boundedOutput } from './bounded-output.js';
import type { CommandJob } from './execute.js';
import { sshErrorText, SshError } from './ssh-error.js';
import type { RunResult } from './ssh.js';
import { createStartWatch } from './start-marker.js';

/** A command has ended, but what it left running in the background still holds its output: so long a silence is the end. */
const LINGER_MS = 2_000;

/** A command's result, and whether the password was asked for on the way. */
export interface CommandOutcome extends RunResult {
  wasAsked: boolean;
}

export interface CommandChannel {
  /** The result when the command has ended. Rejects with sudo_denied or protocol_error when it never started. */
  ended: Promise<CommandOutcome>;
  /** The process id of the command's shell, as soon as it is told; null when the command ends before. */
  shellPid: Promise<number | null>;
  /** What stood on the error stream so far, fit for an error. */
  said: () => string;
  /** Closes the channel; the far end's process goes on until somebody ends it. */
  close: () => void;
}

/** Talks with one command: its shell's hello, sudo's question, then the input, the output and the end. */
export function runOnChannel(
  channel: ClientChannel,
  password: string,
  job: CommandJob,
): CommandChannel {
  const watch = createStartWatch(job.token);
  const out = boundedOutput(job.maxBytes);
  const err = boundedOutput(job.maxBytes);
  const pty = job.elevation?.pty === true;
  const said = (): string =>
    sshErrorText(Buffer.concat([Buffer.from(watch.state.before, 'latin1'), err.take()]), password);

  let tellPid: (pid: number | null) => void = () => undefined;
  const shellPid = new Promise<number | null>((resolve) => {
    tellPid = resolve;
  });
  const ended = new Promise<CommandOutcome>((resolve, reject) => {
    const answer = answerer(channel, password, job, () => {
      reject(denied('sudo did not take the password', said()));
    });
    const early = (chunk: Buffer): Buffer => {
      const { rest } = watch.feed(chunk);
      answer(watch.state);
      if (watch.state.shellPid !== null) tellPid(watch.state.shellPid);
      return rest;
    };
    channel.on('data', (chunk: Buffer) => {
      out.push(pty ? early(chunk) : chunk);
    });
    channel.stderr.on('data', (chunk: Buffer) => {
      const rest = early(chunk);
      if (rest.length === 0) return;
      err.push(rest);
      job.onStderr?.(rest);
    });
    const exit: Pick<RunResult, 'exitCode' | 'signal'> = { exitCode: null, signal: null };
    const isQuiet = whenQuiet(channel, LINGER_MS);
    channel.on('exit', (code: number | null, signal?: string) => {
      exit.exitCode = code;
      exit.signal = signal ?? null;
      isQuiet.watch(finish);
    });
    channel.on('error', () => undefined); // the connection's own error tells more
    channel.on('close', finish);
    function finish(): void {
      isQuiet.stop();
      tellPid(null);
      if (watch.state.started)
        resolve({
          ...exit,
          stdout: out.take(),
          stderr: err.take(),
          truncated: { stdout: out.isCut(), stderr: err.isCut() },
          wasAsked: watch.state.prompts > 0,
        });
      else reject(neverStarted(job, said(), exit.exitCode));
      channel.close();
    }
  });
  ended.catch(() => undefined); // it may come to its end when nobody waits any more
  return {
    ended,
    shellPid,
    said,
    close: () => {
      channel.close();
    },
  };
}

/** Calls back when nothing has come for a while. */
function whenQuiet(
  channel: ClientChannel,
  ms: number,
): { watch: (quiet: () => void) => void; stop: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const watch = (quiet: () => void): void => {
    timer = setTimeout(quiet, ms);
    for (const stream of [channel, channel.stderr])
      stream.on('data', () => {
        timer?.refresh();
      });
  };
  return {
    watch,
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

/** Gives the password to the first prompt, the input to the command once it runs, and nothing to anybody else. */
function answerer(
  channel: ClientChannel,
  password: string,
  job: CommandJob,
  refused: () => void,
): (state: { prompts: number; started: boolean }) => void {
  const stdin = Buffer.from(job.stdin ?? '');
  let prompts = 0;
  let isFed = false;
  return (state) => {
    if (state.prompts > prompts) {
      prompts = state.prompts;
      if (prompts === 1) channel.write(`${password}\n`);
      else refused();
    }
    if (!state.started || isFed) return;
    isFed = true;
    if (job.elevation?.pty === true) channel.write(stdin);
    else channel.end(stdin);
  };
}

function denied(message: string, stderr: string): SshError {
  return new SshError('sudo_denied', message, { stderr });
}

function neverStarted(job: CommandJob, stderr: string, exitCode: number | null): SshError {
  const isElevated = job.elevation !== null && job.elevation.kind !== 'root';
  if (isElevated) return denied('root was refused', stderr);
  return new SshError(
    'protocol_error',
    `the login shell ran no command${stderr === '' ? '' : `: ${stderr.slice(-200)}`}`,
    { stderr, exitCode },
  );
}
