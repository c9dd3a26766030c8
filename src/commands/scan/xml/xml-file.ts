import { once } from 'node:events';
import { closeSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { CommandError } from '../../output/errors.js';
import type { Io } from '../../output/io.js';

/** Where the results of a scan are written. */
export interface XmlFile {
  /** whether it is standard output, which then has nothing else */
  isStandardOutput: boolean;
  /** Writes the text. Throws CommandError. */
  write(text: Iterable<string>): Promise<void>;
  close(): void;
}

const STANDARD_OUTPUT = '-';
const CHUNK_LENGTH = 64 * 1024;

/**
 * Opens the file before the scan, so that one that cannot be written is reported at once; its previous content is
 * replaced when the results are written. Throws CommandError with exit code 2.
 */
export function openXmlFile(file: string, { stdout }: Pick<Io, 'stdout'>): XmlFile {
  if (file === STANDARD_OUTPUT)
    return {
      isStandardOutput: true,
      async write(text) {
        for (const part of joinParts(text)) if (!stdout.write(part)) await once(stdout, 'drain');
      },
      close: () => undefined,
    };
  const fd = open(file);
  return {
    isStandardOutput: false,
    async write(text) {
      try {
        if (fstatSync(fd).isFile()) ftruncateSync(fd);
        for (const part of joinParts(text)) writeAll(fd, Buffer.from(part));
      } catch (error) {
        throw new CommandError(`${file} cannot be written: ${(error as Error).message}`);
      }
    },
    close: () => closeSync(fd),
  };
}

function open(file: string): number {
  try {
    return openSync(file, 'a');
  } catch (error) {
    throw new CommandError(`${file} cannot be written: ${(error as Error).message}`, 2);
  }
}

function writeAll(fd: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length;) written += writeSync(fd, bytes, written);
}

/** Joins short texts, so that a host is not one write. */
function* joinParts(text: Iterable<string>): Generator<string> {
  let joined = '';
  for (const part of text) {
    joined += part;
    if (joined.length < CHUNK_LENGTH) continue;
    yield joined;
    joined = '';
  }
  if (joined !== '') yield joined;
}
