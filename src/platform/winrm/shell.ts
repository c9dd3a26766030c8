import { setTimeout as delay } from 'node:timers/promises';
import { createGrowingBuffer, createTailBuffer } from '../net/growing-buffer.js';
import type { WinRmSession } from './session.js';
import { bodyOf } from './session.js';
import { WinRmError } from './winrm.error.js';
import { commandIdOf, type ReceivedOutput, outputOf, shellIdOf } from './wsman/responses.js';
import { isOperationTimeout } from './wsman/faults.js';
import {
  commandRequest,
  type CommandLine,
  createRequest,
  deleteRequest,
  type Envelope,
  receiveRequest,
  sendRequest,
  STDIN_CHUNK_BYTES,
  terminateRequest,
} from './wsman/requests.js';

export interface ShellRunOptions {
  /** if given, it is sent and then closed; otherwise standard input stays open and empty */
  stdin?: Buffer;
  /** for the whole command, then it is terminated; default 60 s */
  timeoutMs?: number;
  /** of stdout, beyond it the command is terminated; default 4 MiB */
  maxBytes?: number;
  /**
   * closes the connection at once, so the command ends only when its shell has been idle for 3
   * minutes
   */
  signal?: AbortSignal;
  /** starts the program itself, by its full path, instead of a line for cmd.exe */
  skipCmdShell?: boolean;
}

export interface ShellRunResult {
  exitCode: number;
  stdout: Buffer;
  /** the last 64 KiB; a command that writes more than 1 MiB of it is terminated */
  stderr: Buffer;
}

/** A remote shell, created for its first command. */
export interface Shell {
  run(command: string, args: readonly string[], options?: ShellRunOptions): Promise<ShellRunResult>;
  close(timeoutMs: number): Promise<void>;
}

export interface ShellOptions {
  to: string;
  uuid: () => string;
  monotonicMs: () => number;
  pause?: (ms: number) => Promise<unknown>;
}

// Windows closes the shell of a lost connection after this time without requests, with everything
// that runs in it.
const IDLE_SECONDS = 180;
// How long one Receive waits on the server. Windows allows more; this is the value
// of winrs.
const LONG_POLL_S = 20;
const GRACE_MS = 10_000;
const MAX_STDERR_BYTES = 1_048_576;
const KEPT_STDERR_BYTES = 65_536;
// A server may answer at once without output, or with one byte: after this many answers the next one is
// asked for after a pause. A report of 16 MiB has 200.
const MAX_ANSWERS_AT_FULL_SPEED = 1_000;
const ANSWER_PAUSE_MS = 50;

/** Sends one request of the shell; `seconds` is the time the server may take. */
type Call = (
  build: (envelope: Envelope) => string,
  seconds: number,
  signal?: AbortSignal,
) => ReturnType<WinRmSession['request']>;

/**
 * Runs commands through a session, with one shell for all of them. All rejections are WinRmError.
 * Source: MS-WSMV 3.1.4.
 */
export function createShell(
  session: WinRmSession,
  { to, uuid, monotonicMs, pause = delay }: ShellOptions,
): Shell {
  const sessionId = uuid();
  let shellId: Promise<string> | null = null;
  const call: Call = async (build, seconds, signal) =>
    session.request(build({ to, uuid, sessionId, timeoutSeconds: seconds }), {
      timeoutMs: seconds * 1000 + GRACE_MS,
      ...(signal && { signal }),
    });
  const openShell = (signal?: AbortSignal): Promise<string> => {
    shellId ??= createRemoteShell(call, signal).catch((error: unknown) => {
      shellId = null;
      throw error;
    });
    return shellId;
  };
  return {
    run: async (command, args, options = {}) => {
      const timeLeft = deadline(options.timeoutMs ?? 60_000, monotonicMs);
      const shell = await openShell(options.signal);
      const line = { command, args, skipCmdShell: options.skipCmdShell ?? false };
      return runCommand(call, shell, line, options, { timeLeft, pause });
    },
    close: async (timeoutMs) => {
      const shell = await shellId?.catch(() => null);
      if (typeof shell === 'string')
        await session
          .request(deleteRequest({ to, uuid, sessionId, timeoutSeconds: LONG_POLL_S }, shell), {
            timeoutMs,
          })
          .catch(() => undefined);
    },
  };
}

async function createRemoteShell(call: Call, signal?: AbortSignal): Promise<string> {
  const answer = await call(
    (envelope) => createRequest(envelope, { idleSeconds: IDLE_SECONDS }),
    LONG_POLL_S,
    signal,
  );
  return requireId(shellIdOf(bodyOf(answer)), 'a shell without an id');
}

async function runCommand(
  call: Call,
  shell: string,
  line: CommandLine,
  { stdin, maxBytes = 4_194_304, signal }: ShellRunOptions,
  pace: Pace,
): Promise<ShellRunResult> {
  const { timeLeft } = pace;
  const started = await call(
    (envelope) => commandRequest(envelope, shell, line),
    timeLeft.secondsLeft(),
    signal,
  );
  const commandId = requireId(commandIdOf(bodyOf(started)), 'a command without an id');
  try {
    for (const part of stdinParts(stdin)) {
      const answer = await call(
        (envelope) => sendRequest(envelope, shell, { commandId, ...part }),
        timeLeft.secondsLeft(),
        signal,
      );
      if ('fault' in answer) break; // the command ended before it read everything: its output is more specific
    }
    return await receiveAll(
      (seconds) => call((envelope) => receiveRequest(envelope, shell, commandId), seconds, signal),
      pace,
      maxBytes,
    );
  } finally {
    // frees the resources of a command that has ended, and terminates any other; may fail on a lost connection
    await call(
      (envelope) => terminateRequest(envelope, shell, commandId),
      LONG_POLL_S,
      signal,
    ).catch(() => undefined);
  }
}

type Receive = (seconds: number) => ReturnType<WinRmSession['request']>;

/** The time of one command. */
interface Pace {
  timeLeft: Deadline;
  pause: (ms: number) => Promise<unknown>;
}

async function receiveAll(
  receive: Receive,
  { timeLeft, pause }: Pace,
  maxBytes: number,
): Promise<ShellRunResult> {
  const output = createOutput(maxBytes);
  for (let answers = 1; ; answers += 1) {
    if (answers > MAX_ANSWERS_AT_FULL_SPEED) await pause(ANSWER_PAUSE_MS);
    const answer = await receive(timeLeft.secondsLeft());
    if ('fault' in answer && isOperationTimeout(answer.fault)) continue;
    const received = outputOf(bodyOf(answer));
    if (received === null)
      throw new WinRmError('protocol_error', 'unexpected response to a request for output');
    output.add(received);
    if (received.done) return { exitCode: received.exitCode, ...output.take() };
  }
}

/** Collects the output of a command. `add` throws WinRmError beyond a limit. */
function createOutput(maxBytes: number): {
  add: (received: ReceivedOutput) => void;
  take: () => Pick<ShellRunResult, 'stdout' | 'stderr'>;
} {
  const stdout = createGrowingBuffer();
  const stderr = createTailBuffer(KEPT_STDERR_BYTES);
  let stderrBytes = 0;
  return {
    add: (received) => {
      stderrBytes += received.stderr.length;
      if (stdout.length + received.stdout.length > maxBytes || stderrBytes > MAX_STDERR_BYTES)
        throw tooMuchOutput(stderrBytes > MAX_STDERR_BYTES ? MAX_STDERR_BYTES : maxBytes);
      stdout.add(received.stdout);
      stderr.add(received.stderr);
    },
    take: () => ({ stdout: stdout.view(), stderr: stderr.view() }),
  };
}

const tooMuchOutput = (maxBytes: number): WinRmError =>
  new WinRmError('too_much_output', `the command wrote more than ${maxBytes} bytes`);

function stdinParts(stdin: Buffer | undefined): { data: Buffer; end: boolean }[] {
  if (stdin === undefined) return [];
  const count = Math.max(1, Math.ceil(stdin.length / STDIN_CHUNK_BYTES));
  return Array.from({ length: count }, (_, i) => ({
    data: stdin.subarray(i * STDIN_CHUNK_BYTES, (i + 1) * STDIN_CHUNK_BYTES),
    end: i === count - 1,
  }));
}

interface Deadline {
  /** whole seconds for the next request, 1 to 20; throws when the time is over */
  secondsLeft(): number;
}

function deadline(timeoutMs: number, monotonicMs: () => number): Deadline {
  const end = monotonicMs() + timeoutMs;
  return {
    secondsLeft: () => {
      const left = end - monotonicMs();
      if (left <= 0)
        throw new WinRmError('timeout', `the command did not finish within ${timeoutMs} ms`);
      return Math.min(LONG_POLL_S, Math.max(1, Math.ceil(left / 1000)));
    },
  };
}

function requireId(id: string | null, what: string): string {
  if (id === null) throw new WinRmError('protocol_error', `the server returned ${what}`);
  return id;
}
