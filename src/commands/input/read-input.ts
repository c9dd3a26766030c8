import { createReadStream } from 'node:fs';
import { addAbortSignal, type Readable } from 'node:stream';
import { CommandError } from '../output/errors.js';
import type { Io } from '../output/io.js';

const MAX_MIB = 64;

/** Where input comes from. `stdin` is replaced by tests. */
export type InputIo = Pick<Io, 'signal'> & { stdin?: Readable };

/** Returns the name of an input for messages. */
export const inputName = (file: string): string => (file === '-' ? 'Standard input' : file);

/**
 * Reads a file, or with `-` standard input, to its end. Rejects with CommandError: exit code 2 if it cannot be read,
 * 1 if it has more than 64 MiB, 130 if the user interrupts, also while a terminal or a pipe sends nothing.
 */
export async function readInput(file: string, { signal, stdin }: InputIo): Promise<Buffer> {
  const stream = file === '-' ? (stdin ?? process.stdin) : createReadStream(file);
  try {
    return await readAll(addAbortSignal(signal, stream), inputName(file));
  } catch (error) {
    if (signal.aborted) throw new CommandError('Interrupted', 130);
    if (error instanceof CommandError) throw error;
    const { message } = error as Error;
    throw new CommandError(`${inputName(file)} cannot be read: ${message}`, 2);
  } finally {
    stream.destroy();
  }
}

async function readAll(stream: Readable, name: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk as Buffer | string);
    size += bytes.length;
    if (size > MAX_MIB * 1024 ** 2) throw new CommandError(`${name} is larger than ${MAX_MIB} MiB`);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
