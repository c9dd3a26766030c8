import { openArchive } from '../../archives/open-archive.js';
import type { ArchiveLimits } from '../../archives/limits.js';
import type { FeedFormat, Item, RawChunk } from '../../formats/format.js';
import type { JobFile } from '../jobs.js';
import { encodeRecord } from '../record-codec.js';

/** What a file holds beside records. */
export type OtherItem = Exclude<Item, { record: unknown }>;

/** One thing out of a file, as it goes to the store, maybe from another thread: of a record its JSON (`packed`), which crosses faster than the object would. */
export type ReadItem = { part: string } & (OtherItem | { record: string });

/** A piece of a file that whoever takes it reads. */
export interface UnparsedChunk extends RawChunk {
  part: string;
}

/** What goes to the store: what was read, or, where the store would wait for it, what it may as well read itself. */
export type ReadBlock = { reads: ReadItem[] } | { unread: UnparsedChunk[] };

const MOST = 64; // things in a block
const MOST_UNREAD = 32;
const SMALL = 64 * 1024; // characters of a piece that may be handed over as it is
const LARGE = 256 * 1024; // characters; a block that holds as many is closed

/**
 * What a file holds, in blocks of a bounded size (but for one large record), in its own order. Throws FormatError where the whole file can't be read.
 * @param waits whether whoever takes the blocks has nothing to do, or soon will: small pieces are then handed over unread, so that both read
 */
export async function* readBlocks(
  file: JobFile,
  format: FeedFormat,
  limits?: ArchiveLimits,
  waits: () => boolean = () => false,
): AsyncGenerator<ReadBlock> {
  const block = createBlock();
  const unread: UnparsedChunk[] = [];
  for await (const { part, item } of itemsOf(file, format, limits)) {
    if ('raw' in item && item.raw.text.length <= SMALL && (unread.length > 0 || waits())) {
      if (!block.isEmpty()) yield { reads: block.take() };
      if (unread.push({ part, ...item.raw }) >= MOST_UNREAD) yield { unread: unread.splice(0) };
      continue;
    }
    if (unread.length > 0) yield { unread: unread.splice(0) };
    for (const known of 'raw' in item ? understood(item.raw, format) : [item])
      if (block.add(readOf(part, known))) yield { reads: block.take() };
  }
  yield unread.length > 0 ? { unread } : { reads: block.take() };
}

async function* itemsOf(
  file: JobFile,
  format: FeedFormat,
  limits: ArchiveLimits | undefined,
): AsyncGenerator<{ part: string; item: Item | { raw: RawChunk } }> {
  for await (const { path, text } of openArchive(file.path, (p) => format.isMember(p), limits)) {
    const part = file.part ?? format.partOf(path);
    for await (const item of format.read({ path, part, text })) yield { part, item };
  }
}

function understood(raw: RawChunk, { name, parse: understand }: FeedFormat): Iterable<Item> {
  if (!understand) throw new Error(`The format ${name} leaves pieces that it does not read`);
  return understand(raw);
}

/** What these pieces hold, by whoever was handed them. Throws FormatError where the whole file can't be read. */
export function parseChunks(unread: readonly UnparsedChunk[], format: FeedFormat): ReadItem[] {
  return unread.flatMap(({ part, ...raw }) =>
    [...understood(raw, format)].map((item) => readOf(part, item)),
  );
}

function createBlock() {
  let [reads, size]: [ReadItem[], number] = [[], 0];
  return {
    isEmpty: (): boolean => reads.length === 0,
    /** gives whether it is full now */
    add(read: ReadItem): boolean {
      reads.push(read);
      if ('record' in read) size += read.record.length;
      return reads.length >= MOST || size >= LARGE;
    },
    take(): ReadItem[] {
      const taken = reads;
      [reads, size] = [[], 0];
      return taken;
    },
  };
}

function readOf(part: string, item: Item): ReadItem {
  if (!('record' in item)) return { part, ...item };
  return { part, record: encodeRecord(item.record) };
}
