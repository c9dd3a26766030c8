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
import { gunzip } from './gunzip.js';
import { ARCHIVE_LIMITS, createBudget, type ArchiveLimits, type Budget } from './limits.js';
import { isGz, decodeTextStream, stripGz, type Member, type PathFilter } from './member.js';
import { tarMembers } from './tar.js';
import { decompress } from './decompress.js';
import { zipMembers } from './zip.js';

const CHUNK_BYTES = 1 << 18; // bytes read at once
const HEAD_BYTES = 512; // bytes; a tar tells itself in the first block

type ArchiveType = 'zip' | 'gzip' | 'tar' | 'bzip2' | 'xz' | 'zstd' | 'text';

/** What a file is, by its first bytes: names and media types are not to be relied on. */
export function detectArchiveType(head: Uint8Array): ArchiveType {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const begins = (...start: number[]): boolean => start.every((byte, i) => bytes[i] === byte);
  if (begins(0x50, 0x4b, 3, 4) || begins(0x50, 0x4b, 5, 6)) return 'zip';
  if (begins(0x1f, 0x8b)) return 'gzip';
  if (begins(0x42, 0x5a, 0x68)) return 'bzip2';
  if (begins(0xfd, 0x37, 0x7a, 0x58, 0x5a, 0)) return 'xz';
  if (begins(0x28, 0xb5, 0x2f, 0xfd)) return 'zstd';
  return bytes.subarray(257, 262).toString('latin1') === 'ustar' ? 'tar' : 'text';
}

/**
 * The files of a feed: those `wanted` of a zip, a tar or a folder, or one file alone, which is always given. A tar or file alone may be packed by gzip, or by bzip2, xz or zstd where the system has their programs.
 * They must be read one after the other. Throws FormatError where what lies there is damaged, too large, or packed in a way that is not read.
 */
export function openArchive(
  path: string,
  wanted: PathFilter,
  limits?: ArchiveLimits,
): AsyncGenerator<Member> {
  const stats = statSync(path);
  if (stats.isDirectory())
    return folderMembers(path, wanted, createBudget(Number.MAX_SAFE_INTEGER, limits));
  const budget = createBudget(stats.size, limits);
  const kind = detectArchiveType(readHead(path));
  const bytes = (): AsyncIterable<Buffer> => createReadStream(path, { highWaterMark: CHUNK_BYTES });
  switch (kind) {
    case 'zip':
      return zipMembers(path, wanted, budget);
    case 'tar':
      return tarMembers(bytes(), wanted, budget);
    case 'gzip':
      return compressedMembers(gunzip(bytes()), wanted, budget);
    case 'text':
      return singleMember(bytes(), budget);
    case 'bzip2':
    case 'xz':
    case 'zstd':
      return compressedMembers(
        decompress(kind, bytes(), createBudget(stats.size, archiveLimitsAsMember(limits))),
        wanted,
        budget,
      );
  }
}

/** For all of an archive as one, with what is passed over in it. */
const archiveLimitsAsMember = (limits: ArchiveLimits = ARCHIVE_LIMITS): ArchiveLimits => ({
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
  unpacking: AsyncGenerator<Buffer>,
  wanted: PathFilter,
  budget: Budget,
): AsyncGenerator<Member> {
  const { head, bytes } = await peek(unpacking as AsyncGenerator<Buffer, void>);
  yield* detectArchiveType(head) === 'tar'
    ? tarMembers(bytes, wanted, budget)
    : singleMember(bytes, budget);
}

async function peek(
  pieces: AsyncGenerator<Buffer, void>,
): Promise<{ head: Buffer; bytes: AsyncIterable<Uint8Array> }> {
  let head = Buffer.alloc(0);
  while (head.length < HEAD_BYTES) {
    const next = await pieces.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    yield head;
    yield* pieces;
  }
  return { head, bytes: all() };
}

async function* folderMembers(
  folder: string,
  wanted: PathFilter,
  budget: Budget,
): AsyncGenerator<Member> {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const [path, file] = [stripGz(name.split(sep).join('/')), join(folder, name)];
    if (!lstatSync(file).isFile() || !wanted(path)) continue;
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
