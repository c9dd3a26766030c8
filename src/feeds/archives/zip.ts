import { closeSync, fstatSync, openSync } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import * as zlib from 'node:zlib';
import { fromRandomAccessReaderPromise, type Entry } from 'yauzl';
import { FormatError } from '../formats/format.js';
import { gunzip, toFormatError } from './gunzip.js';
import type { Budget } from './limits.js';
import {
  isGz,
  decodeTextStream,
  decodeText,
  stripGz,
  type Member,
  type PathFilter,
} from './member.js';
import { PagedReader } from './zip.reader.js';

const MAX_BUFFERED_BYTES = 8 << 20; // bytes; what is larger is unpacked on the way
const LOCAL_HEADER = 0x04034b50;

/** The wanted files of a zip, in its own order. Throws FormatError where the archive is damaged, cut off, encrypted or too large. */
export async function* zipMembers(
  file: string,
  wanted: PathFilter,
  budget: Budget,
): AsyncGenerator<Member> {
  const fd = openSync(file, 'r');
  try {
    const reader = new PagedReader(fd);
    const data = new PagedReader(fd); // a page of its own: directory and data lie far apart
    for await (const entry of readEntries(reader, fstatSync(fd).size)) {
      budget.addMember();
      const path = stripGz(entry.fileName);
      if (entry.fileName.endsWith('/') || !wanted(path)) continue;
      yield { path, text: readEntryText(data, entry, budget) };
    }
  } finally {
    closeSync(fd);
  }
}

async function* readEntries(reader: PagedReader, size: number): AsyncGenerator<Entry> {
  try {
    const zip = await fromRandomAccessReaderPromise(reader, size, { autoClose: false });
    for await (const entry of zip.eachEntry()) yield entry;
  } catch (error) {
    const { message } = error as Error;
    throw /end of file|End of central directory/.test(message)
      ? new FormatError('truncated', 'The zip archive breaks off, or its directory is missing')
      : new FormatError('malformed', `The zip archive is damaged: ${message.slice(0, 200)}`);
  }
}

function readEntryText(reader: PagedReader, entry: Entry, budget: Budget): Member['text'] {
  const start = findDataStart(reader, entry);
  const end = start + entry.compressedSize;
  if (
    entry.uncompressedSize <= MAX_BUFFERED_BYTES &&
    entry.compressedSize <= MAX_BUFFERED_BYTES &&
    !isGz(entry.fileName)
  )
    return [decompressBuffered(reader.view(start, entry.compressedSize), entry, budget)];
  const packed = Readable.from(reader.chunks(start, end), { objectMode: false });
  const bytes = entry.compressionMethod === 0 ? packed : inflateStream(packed);
  return decodeTextStream(isGz(entry.fileName) ? gunzip(bytes) : bytes, budget);
}

function findDataStart(reader: PagedReader, entry: Entry): number {
  if (entry.isEncrypted())
    throw new FormatError(
      'malformed',
      `${entry.fileName.slice(0, 200)} in the archive is encrypted`,
    );
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
    throw new FormatError(
      'malformed',
      `${entry.fileName.slice(0, 200)} in the archive is packed by a method that is not read (${entry.compressionMethod})`,
    );
  const header = reader.view(entry.relativeOffsetOfLocalHeader, 30);
  if (header.length < 30 || header.readUInt32LE(0) !== LOCAL_HEADER)
    throw new FormatError(
      'malformed',
      'The zip archive is damaged: its directory points to nothing',
    );
  return entry.relativeOffsetOfLocalHeader + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
}

function decompressBuffered(packed: Buffer, entry: Entry, budget: Budget): string {
  budget.addBytes(entry.uncompressedSize);
  if (packed.length < entry.compressedSize)
    throw new FormatError('truncated', 'The zip archive breaks off in the middle');
  const bytes = entry.compressionMethod === 0 ? packed : inflate(packed, entry.uncompressedSize);
  if (bytes.length !== entry.uncompressedSize || !isChecksumCorrect(bytes, entry.crc32))
    throw new FormatError('malformed', `${entry.fileName.slice(0, 200)} in the archive is damaged`);
  return decodeText(bytes);
}

function inflate(packed: Buffer, size: number): Buffer {
  try {
    return zlib.inflateRawSync(packed, {
      maxOutputLength: Math.max(1, size),
      chunkSize: Math.max(64, size + 1),
    });
  } catch (error) {
    throw toFormatError(error);
  }
}

async function* inflateStream(packed: Readable): AsyncGenerator<Buffer> {
  const out = zlib.createInflateRaw();
  pipeline(packed, out, () => undefined); // the iteration hears of every failure
  try {
    for await (const piece of out) yield piece as Buffer;
  } catch (error) {
    throw toFormatError(error);
  }
}

// Node has it from 20.15 and 22.2 on; before that the lengths have to do.
const isChecksumCorrect = (bytes: Buffer, sum: number): boolean =>
  typeof zlib.crc32 !== 'function' || zlib.crc32(bytes) === sum;
