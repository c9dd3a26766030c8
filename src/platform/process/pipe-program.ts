import { spawn } from 'node:child_process';
import { pipeline, Readable } from 'node:stream';

// Standard program directories, independent of the environment of the service.
const PATH = '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin';
const IDLE_TIMEOUT_MS = 120_000;
const MAX_STDERR_CHARS = 2000;

/**
 * `missing`: the program does not exist. `failed`: it ended with an error; the message is its error
 * output. `stuck`: it produced no output for too long, or was killed.
 */
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
 * Pipes bytes through a local program, without a shell. Yields its output as it arrives, with
 * back-pressure. The program is killed when the consumer stops. Throws ProgramError at the end,
 * after all output; rethrows errors of the input.
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
      throw new ProgramError('stuck', `${program} was killed, or produced no output for too long`);
    if (outcome !== 0) throw new ProgramError('failed', stderr.trim());
  } finally {
    child.kill('SIGKILL');
  }
}

// A program that ends before it has read all input is reported by its exit code, not by the write
// error.
const isClosedInput = ({ code }: NodeJS.ErrnoException): boolean =>
  code === 'EPIPE' ||
  code === 'ECONNRESET' ||
  code === 'ERR_STREAM_PREMATURE_CLOSE' ||
  code === 'ERR_STREAM_DESTROYED';

// Yields chunks. The idle timeout counts only the time of the program, not that of the consumer.
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
