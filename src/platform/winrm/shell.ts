import type { WinRmSession } from './session.js';
import { bodyOf } from './session.js';
import { WinRmError } from './winrm.error.js';
import { commandIdOf, type ReceivedOutput, outputOf, shellIdOf } from './wsman/responses.js';
import { isOperationTimeout } from './wsman/faults.js';
import {
  commandRequest,
  createRequest,
  deleteRequest,
  type Envelope,
  receiveRequest,
  sendRequest,
  STDIN_CHUNK_BYTES,
  terminateRequest,
} from './wsman/requests.js';

export interface ShellRunOptions {
  /** given, it is sent and then closed; left out, standard input stays open and empty */
  stdin?: Buffer;
  /** for the whole command; 60 s unless told. After it the command is ended there */
  timeoutMs?: number;
  /** of stdout and stderr together; 4 MiB unless told. Beyond it the command is ended there */
  maxBytes?: number;
  /** gives up the connection at once, so the command is not ended there before its shell has been idle for 3 minutes */
  signal?: AbortSignal;
  /** starts the program itself, by its full path, instead of a line for cmd.exe */
  skipCmdShell?: boolean;
}

export interface ShellRunResult {
  exitCode: number;
  stdout: Buffer;
  stderr: Buffer;
}

/** A remote shell, made at its first command. */
export interface Shell {
  run(command: string, args: readonly string[], options?: ShellRunOptions): Promise<ShellRunResult>;
  close(timeoutMs: number): Promise<void>;
}

export interface ShellOptions {
  to: string;
  uuid: () => string;
  monotonicMs: () => number;
}

// The shell of a connection that was cut goes away by itself after this time without requests, with all that runs in it.
const IDLE_SECONDS = 180;
// How long one Receive waits on the other side. Windows allows more; this is what its own winrs uses.
const LONG_POLL_S = 20;
const GRACE_MS = 10_000;

/** Runs commands through a session, one shell for all of them. All rejections are WinRmError. Source: MS-WSMV 3.1.4. */
export function createShell(session: WinRmSession, { to, uuid, monotonicMs }: ShellOptions): Shell {
  const sessionId = uuid();
  let shellId: Promise<string> | null = null;
  const call = async (
    build: (envelope: Envelope) => string,
    seconds: number,
    signal?: AbortSignal,
  ) =>
    session.request(build({ to, uuid, sessionId, timeoutSeconds: seconds }), {
      timeoutMs: seconds * 1000 + GRACE_MS,
      ...(signal && { signal }),
    });

  const create = async (signal?: AbortSignal): Promise<string> =>
    requireId(
      shellIdOf(
        bodyOf(
          await call((e) => createRequest(e, { idleSeconds: IDLE_SECONDS }), LONG_POLL_S, signal),
        ),
      ),
      'a shell without an id',
    );

  const run: Shell['run'] = async (command, args, options = {}) => {
    const timeLeft = deadline(options.timeoutMs ?? 60_000, monotonicMs);
    const { signal } = options;
    shellId ??= create(signal);
    const shell = await shellId.catch((error: unknown) => {
      shellId = null;
      throw error;
    });
    const line = { command, args, skipCmdShell: options.skipCmdShell ?? false };
    const commandId = requireId(
      commandIdOf(
        bodyOf(await call((e) => commandRequest(e, shell, line), timeLeft.secondsLeft(), signal)),
      ),
      'a command without an id',
    );
    try {
      for (const part of stdinParts(options.stdin)) {
        const answer = await call(
          (e) => sendRequest(e, shell, { commandId, ...part }),
          timeLeft.secondsLeft(),
          signal,
        );
        if ('fault' in answer) break; // a command that ended before it read everything: its output tells more than this fault
      }
      const result = await receiveAll(
        (seconds) => call((e) => receiveRequest(e, shell, commandId), seconds, signal),
        timeLeft,
        options.maxBytes ?? 4_194_304,
      );
      await call((e) => terminateRequest(e, shell, commandId), LONG_POLL_S, signal).catch(
        () => undefined,
      ); // it ended already: this only tidies up there
      return result;
    } catch (error) {
      await call((e) => terminateRequest(e, shell, commandId), LONG_POLL_S, signal).catch(
        () => undefined,
      ); // a lost connection can't be told either
      throw error;
    }
  };

  return {
    run,
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

type Receive = (seconds: number) => ReturnType<WinRmSession['request']>;

async function receiveAll(
  receive: Receive,
  timeLeft: Deadline,
  maxBytes: number,
): Promise<ShellRunResult> {
  const parts: ReceivedOutput[] = [];
  let size = 0;
  for (;;) {
    const answer = await receive(timeLeft.secondsLeft());
    if ('fault' in answer && isOperationTimeout(answer.fault)) continue;
    const output = outputOf(bodyOf(answer));
    if (output === null)
      throw new WinRmError(
        'protocol_error',
        'the server answered a request for output with something else',
      );
    size += output.stdout.length + output.stderr.length;
    if (size > maxBytes)
      throw new WinRmError('too_much_output', `the command wrote more than ${maxBytes} bytes`);
    parts.push(output);
    if (output.done)
      return {
        exitCode: output.exitCode,
        stdout: Buffer.concat(parts.map((p) => p.stdout)),
        stderr: Buffer.concat(parts.map((p) => p.stderr)),
      };
  }
}

function stdinParts(stdin: Buffer | undefined): { data: Buffer; end: boolean }[] {
  if (stdin === undefined) return [];
  const count = Math.max(1, Math.ceil(stdin.length / STDIN_CHUNK_BYTES));
  return Array.from({ length: count }, (_, i) => ({
    data: stdin.subarray(i * STDIN_CHUNK_BYTES, (i + 1) * STDIN_CHUNK_BYTES),
    end: i === count - 1,
  }));
}

interface Deadline {
  /** whole seconds for the next request, 1 to 20; throws when the time is over */ secondsLeft(): number;
}

function deadline(timeoutMs: number, monotonicMs: () => number): Deadline {
  const end = monotonicMs() + timeoutMs;
  return {
    secondsLeft: () => {
      const left = end - monotonicMs();
      if (left <= 0) throw new WinRmError('timeout', `the command did not end in ${timeoutMs} ms`);
      return Math.min(LONG_POLL_S, Math.max(1, Math.ceil(left / 1000)));
    },
  };
}

function requireId(id: string | null, what: string): string {
  if (id === null) throw new WinRmError('protocol_error', `the server gave ${what}`);
  return id;
}
