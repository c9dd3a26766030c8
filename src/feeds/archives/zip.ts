import { closeSync, fstatSync, openSync } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import * as zlib from 'node:zlib';
import { fromRandomAccessReaderPromise, type Entry } from 'yauzl';
import { FormatError } from '../formats/format.js';
import { gunzip, toFormatError } from './gunzip.js';
import type { Budget } from './limits.js';
import {
  decodeText,
  decodeTextStream,
  isGz,
  stripGz,
  type Member,
  type PathFilter,
} from './member.js';
import { PagedReader } from './zip.reader.js';

const MAX_BUFFERED_BYTES = 8 << 20; // larger files are decompressed as a stream
const LOCAL_HEADER = 0x04034b50;

/**
 * Yields the filtered files of a zip, in its own order. Throws FormatError if it is corrupt, truncated, encrypted or
 * too large.
 */
export async function* zipMembers(
  file: string,
  isIncluded: PathFilter,
  budget: Budget,
): AsyncGenerator<Member> {
  const fd = openSync(file, 'r');
  try {
    const directory = new PagedReader(fd);
    const data = new PagedReader(fd); // has its own page: directory and data are far apart
    for await (const entry of readEntries(directory, fstatSync(fd).size)) {
      budget.addMember();
      const path = stripGz(entry.fileName);
      if (entry.fileName.endsWith('/') || !isIncluded(path)) continue;
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
      ? new FormatError('truncated', 'The zip archive is truncated, or its directory is missing')
      : malformed(`The zip archive is corrupt: ${message.slice(0, 200)}`);
  }
}

const malformed = (message: string): FormatError => new FormatError('malformed', message);
const nameOf = ({ fileName }: Entry): string => fileName.slice(0, 200);

function readEntryText(reader: PagedReader, entry: Entry, budget: Budget): Member['text'] {
  const start = findDataStart(reader, entry);
  const end = start + entry.compressedSize;
  const isSmall = Math.max(entry.uncompressedSize, entry.compressedSize) <= MAX_BUFFERED_BYTES;
  if (isSmall && !isGz(entry.fileName))
    return [decompressBuffered(reader.view(start, entry.compressedSize), entry, budget)];
  const compressed = Readable.from(reader.chunks(start, end), { objectMode: false });
  const bytes = entry.compressionMethod === 0 ? compressed : inflateStream(compressed);
  return decodeTextStream(isGz(entry.fileName) ? gunzip(bytes) : bytes, budget);
}

function findDataStart(reader: PagedReader, entry: Entry): number {
  if (entry.isEncrypted()) throw malformed(`${nameOf(entry)} in the archive is encrypted`);
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
    throw malformed(
      `${nameOf(entry)} in the archive has an unsupported compression method (${entry.compressionMethod})`,
    );
  const header = reader.view(entry.relativeOffsetOfLocalHeader, 30);
  if (header.length < 30 || header.readUInt32LE(0) !== LOCAL_HEADER)
    throw malformed('The zip archive is corrupt: its directory has an invalid offset');
  return entry.relativeOffsetOfLocalHeader + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
}

function decompressBuffered(compressed: Buffer, entry: Entry, budget: Budget): string {
  budget.addBytes(entry.uncompressedSize);
  if (compressed.length < entry.compressedSize)
    throw new FormatError('truncated', 'The zip archive is truncated');
  const bytes =
    entry.compressionMethod === 0 ? compressed : inflate(compressed, entry.uncompressedSize);
  if (bytes.length !== entry.uncompressedSize || !isChecksumCorrect(bytes, entry.crc32))
    throw malformed(`${nameOf(entry)} in the archive is corrupt`);
  return decodeText(bytes);
}

function inflate(compressed: Buffer, size: number): Buffer {
  try {
    return zlib.inflateRawSync(compressed, {
      maxOutputLength: Math.max(1, size),
      chunkSize: Math.max(64, size + 1),
    });
  } catch (error) {
    throw toFormatError(error);
  }
}

async function* inflateStream(compressed: Readable): AsyncGenerator<Buffer> {
  const out = zlib.createInflateRaw();
  pipeline(compressed, out, () => undefined); // the loop below throws every error
  try {
    for await (const chunk of out) yield chunk as Buffer;
  } catch (error) {
    throw toFormatError(error);
  }
}

// Node has crc32 from 20.15 and 22.2 on; earlier versions check the lengths only.
const isChecksumCorrect = (bytes: Buffer, checksum: number): boolean =>
  typeof zlib.crc32 !== 'function' || zlib.crc32(bytes) === checksum;
