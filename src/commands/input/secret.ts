import { createReadStream } from 'node:fs';
import { CommandError } from '../output/errors.js';
import type { Io } from '../output/io.js';
import { typeKeys, type TypedEnd, type TypedLine } from './typed-line.js';

/** A stream that a secret is read from: standard input, perhaps a terminal. */
type SecretInput = NodeJS.ReadableStream & {
  isTTY?: boolean;
  setRawMode?: (isRaw: boolean) => unknown;
};

export interface SecretSource {
  /** path of a file with the secret; `-`: standard input, which is read without echo if it is a terminal */
  file?: string | undefined;
  /** whether standard input is the secret */
  stdin?: boolean;
  /** what is asked for, such as `Password` or `Passphrase of the key` */
  prompt: string;
  /** whether the secret has several lines, as a key: at a terminal, Ctrl-D ends it */
  hasLines?: boolean;
  /** the option that names a file, for the message without a terminal: `--password-file` */
  option?: string;
}

/** Where a secret is asked for. `stdin` is replaced by tests. */
export type SecretIo = Pick<Io, 'stderr' | 'signal'> & { stdin?: SecretInput };

/** The largest private key, certificate or password is much smaller. */
const MAX_SECRET_BYTES = 64 * 1024;

/**
 * Returns a secret from a file, from standard input, or typed at the terminal without echo. One line break at
 * its end is not part of it. Rejects with CommandError: it cannot be read, is empty, too long or not UTF-8,
 * there is no terminal to ask at, or the user interrupts.
 */
export async function readSecret(source: SecretSource, io: SecretIo): Promise<string> {
  const { file, prompt } = source;
  const stdin = io.stdin ?? process.stdin;
  const isStdin = source.stdin === true || file === '-';
  if (isStdin && stdin.isTTY !== true)
    return toSecret(await readAll(stdin, 'standard input', io.signal), prompt);
  if (file !== undefined && !isStdin) {
    const stream = createReadStream(file, { end: MAX_SECRET_BYTES });
    return toSecret(await readAll(stream, file, io.signal), prompt);
  }
  if (stdin.isTTY !== true || stdin.setRawMode === undefined) throw noTerminal(source);
  return requireText(await askWithoutEcho(stdin, io, source), prompt);
}

function noTerminal({ prompt, option = 'a file' }: SecretSource): CommandError {
  return new CommandError(
    `${prompt}: there is no terminal to ask at; use ${option} (- for standard input)`,
    2,
  );
}

function toSecret(bytes: Buffer, prompt: string): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return requireText(text.replace(/\r?\n$/, ''), prompt);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${prompt}: the text is not UTF-8`, 2);
  }
}

function requireText(text: string, prompt: string): string {
  if (text === '') throw new CommandError(`${prompt}: nothing was entered`, 2);
  return text;
}

const interrupted = (): CommandError => new CommandError('Interrupted', 130);

/** Reads a stream to its end. */
function readAll(
  stream: NodeJS.ReadableStream,
  name: string,
  signal: AbortSignal,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  return withStream<Buffer>(stream, signal, ({ resolve, reject }) => ({
    data: (chunk) => {
      const bytes = Buffer.from(chunk);
      size += bytes.length;
      chunks.push(bytes);
      if (size > MAX_SECRET_BYTES) reject(new CommandError(`${name} is too long for a secret`, 2));
    },
    end: () => resolve(Buffer.concat(chunks)),
    error: (error) => reject(new CommandError(`${name} cannot be read: ${error.message}`, 2)),
  }));
}

/** Asks on the error output and reads a line, or several, from the terminal, which shows nothing of it. */
async function askWithoutEcho(
  stdin: SecretInput,
  { stderr, signal }: SecretIo,
  { prompt, hasLines = false }: SecretSource,
): Promise<string> {
  stderr.write(hasLines ? `${prompt}, then Ctrl-D: ` : `${prompt}: `);
  const end: TypedEnd = hasLines ? 'ctrl-d' : 'enter';
  stdin.setRawMode?.(true);
  try {
    let line: TypedLine = { text: '', state: 'open', rest: '' };
    return await withStream<string>(stdin, signal, ({ resolve, reject }) => ({
      data: (chunk) => {
        line = typeKeys(line.text, String(chunk), end);
        if (line.state === 'interrupted') reject(interrupted());
        if (line.state === 'done') resolve(line.text);
      },
      end: () => resolve(line.text),
      error: (error) =>
        reject(new CommandError(`The terminal cannot be read: ${error.message}`, 2)),
    })).finally(() => {
      stdin.pause();
      if (line.rest !== '') stdin.unshift(line.rest); // typed ahead, for the next question
    });
  } finally {
    stdin.setRawMode?.(false);
    stderr.write('\n');
  }
}

interface Settle<T> {
  resolve: (value: T) => void;
  reject: (error: CommandError) => void;
}

interface Listeners {
  data: (chunk: Buffer | string) => void;
  end: () => void;
  error: (error: Error) => void;
}

/** Listens to a stream until the promise settles. Rejects with CommandError when `signal` aborts. */
function withStream<T>(
  stream: NodeJS.ReadableStream,
  signal: AbortSignal,
  createListeners: (settle: Settle<T>) => Listeners,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const stop = (): void => {
      stream.removeListener('data', listeners.data);
      stream.removeListener('end', listeners.end);
      stream.removeListener('error', listeners.error);
      signal.removeEventListener('abort', abort);
      stream.pause();
    };
    const listeners = createListeners({
      resolve: (value) => {
        stop();
        resolve(value);
      },
      reject: (error) => {
        stop();
        reject(error);
      },
    });
    const abort = (): void => {
      stop();
      reject(interrupted());
    };
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    stream.on('data', listeners.data);
    stream.on('end', listeners.end);
    stream.on('error', listeners.error);
    stream.resume();
  });
}
