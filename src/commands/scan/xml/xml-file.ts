import { once } from 'node:events';
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { CommandError } from '../../output/errors.js';
import type { Io } from '../../output/io.js';

/** Where the results of a scan are written. */
export interface XmlFile {
  /** whether it is standard output, which then has nothing else */
  isStandardOutput: boolean;
  /** Writes the text. Throws CommandError. */
  write(text: Iterable<string>): Promise<void>;
}

const { W_OK, X_OK } = constants;
const STANDARD_OUTPUT = '-';
const CHUNK_LENGTH = 64 * 1024;

/**
 * Checks before the scan that the file can be written. Its previous content stays until all results are written to a
 * temporary file beside it, which then replaces it. Throws CommandError with exit code 2.
 */
export function openXmlFile(file: string, { stdout }: Pick<Io, 'stdout'>): XmlFile {
  if (file === STANDARD_OUTPUT)
    return {
      isStandardOutput: true,
      async write(text) {
        for (const part of joinParts(text)) if (!stdout.write(part)) await once(stdout, 'drain');
      },
    };
  const write = prepare(file);
  return {
    isStandardOutput: false,
    async write(text) {
      try {
        write(joinParts(text));
      } catch (error) {
        throw new CommandError(`${file} cannot be written: ${(error as Error).message}`);
      }
    },
  };
}

type WriteParts = (parts: Iterable<string>) => void;

/** Returns what writes the file. Throws CommandError. */
function prepare(file: string): WriteParts {
  try {
    const existing = statSync(file, { throwIfNoEntry: false });
    if (existing === undefined) return prepareNew(file);
    accessSync(file, W_OK);
    if (existing.isDirectory()) throw new Error('it is a directory');
    const target = realpathSync(file); // a link stays a link
    const isReplaced = existing.isFile() && canCreateBeside(target);
    return isReplaced
      ? (parts) => replaceFile(target, parts, existing.mode)
      : (parts) => writeParts(target, 'w', parts);
  } catch (error) {
    throw new CommandError(`${file} cannot be written: ${(error as Error).message}`, 2);
  }
}

function prepareNew(file: string): WriteParts {
  accessSync(dirname(file), W_OK | X_OK);
  return (parts) => replaceFile(file, parts, null);
}

function canCreateBeside(file: string): boolean {
  try {
    accessSync(dirname(file), W_OK | X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Replaces a file by a complete one. @param mode of the previous file; null: no previous file */
function replaceFile(file: string, parts: Iterable<string>, mode: number | null): void {
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    writeParts(temporary, 'wx', parts);
    if (mode !== null) chmodSync(temporary, mode);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function writeParts(file: string, flags: 'w' | 'wx', parts: Iterable<string>): void {
  const fd = openSync(file, flags);
  try {
    for (const part of parts) writeAll(fd, Buffer.from(part));
  } finally {
    closeSync(fd);
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
