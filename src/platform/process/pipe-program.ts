import { spawn } from 'node:child_process';
import { pipeline, Readable } from 'node:stream';

// Where systems keep their own programs, whatever the service was started with.
const PATH = '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin';
const IDLE_TIMEOUT_MS = 120_000;
const MAX_STDERR_CHARS = 2000;

/** `missing`: there is no such program; `failed`: it ended with an error, and the message is what it said; `stuck`: it said nothing for too long, or somebody ended it. */
export class ProgramError extends Error {
  override name = 'ProgramError';
  constructor(
    readonly code: 'missing' | 'failed' | 'stuck',
    message: string,
  ) {
    super(message);
  }
}

/**
 * Sends bytes through a program of this machine, without a shell: what it writes, as it comes and no faster than it is taken. The program is ended when nobody wants more.
 * Throws ProgramError at the end, after all that the program wrote before it failed; and what reading the bytes throws.
 */
export async function* pipeThrough(
  program: string,
  args: readonly string[],
  bytes: AsyncIterable<Uint8Array>,
  env: Readonly<Record<string, string>> = {},
  idleTimeoutMs = IDLE_TIMEOUT_MS,
): AsyncGenerator<Buffer> {
  const child = spawn(program, args, {
    stdio: 'pipe',
    windowsHide: true,
    env: { PATH, LC_ALL: 'C', ...env },
  });
  const ended = new Promise<Error | number | null>((resolve) =>
    child.once('error', resolve).once('close', resolve),
  );
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString()).slice(0, MAX_STDERR_CHARS);
  });
  let inputError: Error | undefined;
  pipeline(
    Readable.from(bytes, { objectMode: false }),
    child.stdin,
    (error?: NodeJS.ErrnoException | null) => {
      if (error && !isClosedInput(error)) inputError = error;
    },
  );
  try {
    yield* readChunks(child.stdout, () => child.kill('SIGKILL'), idleTimeoutMs);
    const outcome = await ended;
    if (inputError !== undefined) throw inputError;
    if (outcome instanceof Error)
      throw new ProgramError(
        (outcome as NodeJS.ErrnoException).code === 'ENOENT' ? 'missing' : 'failed',
        outcome.message,
      );
    if (outcome === null)
      throw new ProgramError(
        'stuck',
        `${program} was ended from outside, or did nothing for too long`,
      );
    if (outcome !== 0) throw new ProgramError('failed', stderr.trim());
  } finally {
    child.kill('SIGKILL');
  }
}

// A program that ends before it read everything is not heard of through its input but by how it ended.
const isClosedInput = ({ code }: NodeJS.ErrnoException): boolean =>
  code === 'EPIPE' ||
  code === 'ECONNRESET' ||
  code === 'ERR_STREAM_PREMATURE_CLOSE' ||
  code === 'ERR_STREAM_DESTROYED';

// Only the time that the program takes counts, not that of whoever takes what it writes.
async function* readChunks(
  out: Readable,
  kill: () => void,
  idleTimeoutMs: number,
): AsyncGenerator<Buffer> {
  const iterator = out.iterator() as AsyncIterator<Buffer>;
  for (;;) {
    const timer = setTimeout(kill, idleTimeoutMs);
    const next = await iterator
      .next()
      .catch(() => ({ done: true as const, value: undefined }))
      .finally(() => {
        clearTimeout(timer);
      });
    if (next.done === true) return;
    yield next.value;
  }
}
