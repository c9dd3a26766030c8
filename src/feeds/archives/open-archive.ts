import {
  closeSync,
  createReadStream,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
} from 'node:fs';
import { join, sep } from 'node:path';
import { decompress } from './decompress.js';
import { gunzip } from './gunzip.js';
import { ARCHIVE_LIMITS, createBudget, type ArchiveLimits, type Budget } from './limits.js';
import { decodeTextStream, isGz, stripGz, type Member, type PathFilter } from './member.js';
import { tarMembers } from './tar.js';
import { zipMembers } from './zip.js';

const CHUNK_BYTES = 1 << 18;
const HEAD_BYTES = 512; // the first block of a tar has its signature

type ArchiveType = 'zip' | 'gzip' | 'tar' | 'bzip2' | 'xz' | 'zstd' | 'text';

/**
 * Detects the type of a file by its first bytes; names and media types are unreliable.
 * @internal
 */
export function detectArchiveType(head: Uint8Array): ArchiveType {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const startsWith = (...start: number[]): boolean => start.every((byte, i) => bytes[i] === byte);
  if (startsWith(0x50, 0x4b, 3, 4) || startsWith(0x50, 0x4b, 5, 6)) return 'zip';
  if (startsWith(0x1f, 0x8b)) return 'gzip';
  if (startsWith(0x42, 0x5a, 0x68)) return 'bzip2';
  if (startsWith(0xfd, 0x37, 0x7a, 0x58, 0x5a, 0)) return 'xz';
  if (startsWith(0x28, 0xb5, 0x2f, 0xfd)) return 'zstd';
  return bytes.subarray(257, 262).toString('latin1') === 'ustar' ? 'tar' : 'text';
}

/** Returns the name of the archive format of a file; null: its first bytes are not those of an archive. */
export function archiveFormat(path: string): string | null {
  if (statSync(path).isDirectory()) return null;
  const head = readHead(path);
  const start = head.toString('latin1', 0, 4);
  if (start === 'Rar!') return 'RAR';
  if (start === '7z\xbc\xaf') return '7z';
  const type = detectArchiveType(head);
  return type === 'zip' || type === 'tar' ? type : null;
}

/**
 * Yields the files of a feed: the filtered members of a zip, a tar or a folder, or a single file, unfiltered. A tar or
 * a single file may be compressed with gzip, or with bzip2, xz or zstd if their programs are installed. Each member
 * must be read before the next one. Throws FormatError if the file is corrupt, too large, or of an unsupported type.
 */
export function openArchive(
  path: string,
  isIncluded: PathFilter,
  limits?: ArchiveLimits,
): AsyncGenerator<Member> {
  const stats = statSync(path);
  if (stats.isDirectory())
    return folderMembers(path, isIncluded, createBudget(Number.MAX_SAFE_INTEGER, limits));
  const budget = createBudget(stats.size, limits);
  const type = detectArchiveType(readHead(path));
  const openBytes = (): AsyncIterable<Buffer> =>
    createReadStream(path, { highWaterMark: CHUNK_BYTES });
  switch (type) {
    case 'zip':
      return zipMembers(path, isIncluded, budget);
    case 'tar':
      return tarMembers(openBytes(), isIncluded, budget);
    case 'gzip':
      return compressedMembers(gunzip(openBytes()), isIncluded, budget);
    case 'text':
      return singleMember(openBytes(), budget);
    case 'bzip2':
    case 'xz':
    case 'zstd': {
      const wholeBudget = createBudget(stats.size, limitsAsOneMember(limits));
      return compressedMembers(decompress(type, openBytes(), wholeBudget), isIncluded, budget);
    }
  }
}

/** Limits of a whole archive as one member, which includes its skipped files. */
const limitsAsOneMember = (limits: ArchiveLimits = ARCHIVE_LIMITS): ArchiveLimits => ({
  ...limits,
  maxMemberBytes: limits.maxTotalBytes,
});

async function* singleMember(
  bytes: AsyncIterable<Uint8Array>,
  budget: Budget,
): AsyncGenerator<Member> {
  budget.addMember();
  yield { path: '', text: decodeTextStream(bytes, budget) };
}

async function* compressedMembers(
  decompressed: AsyncGenerator<Buffer>,
  isIncluded: PathFilter,
  budget: Budget,
): AsyncGenerator<Member> {
  const { head, bytes } = await peek(decompressed as AsyncGenerator<Buffer, void>);
  yield* detectArchiveType(head) === 'tar'
    ? tarMembers(bytes, isIncluded, budget)
    : singleMember(bytes, budget);
}

/** Reads the first bytes of a stream. Returns them, and the stream from its start. */
async function peek(
  chunks: AsyncGenerator<Buffer, void>,
): Promise<{ head: Buffer; bytes: AsyncIterable<Uint8Array> }> {
  let head = Buffer.alloc(0);
  while (head.length < HEAD_BYTES) {
    const next = await chunks.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  async function* fromStart(): AsyncGenerator<Uint8Array> {
    yield head;
    yield* chunks;
  }
  return { head, bytes: fromStart() };
}

async function* folderMembers(
  folder: string,
  isIncluded: PathFilter,
  budget: Budget,
): AsyncGenerator<Member> {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = stripGz(name.split(sep).join('/'));
    const file = join(folder, name);
    if (!lstatSync(file).isFile() || !isIncluded(path)) continue;
    budget.addMember();
    const bytes: AsyncIterable<Buffer> = createReadStream(file, { highWaterMark: CHUNK_BYTES });
    yield { path, text: decodeTextStream(isGz(name) ? gunzip(bytes) : bytes, budget) };
  }
}

function readHead(path: string): Buffer {
  const fd = openSync(path, 'r');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    return head.subarray(0, readSync(fd, head, 0, HEAD_BYTES, 0));
  } finally {
    closeSync(fd);
  }
}
