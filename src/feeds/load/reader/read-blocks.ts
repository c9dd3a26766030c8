import type { ArchiveLimits } from '../../archives/limits.js';
import { openArchive } from '../../archives/open-archive.js';
import { FormatError, type FeedFormat, type Item, type RawChunk } from '../../formats/format.js';
import type { JobFile } from '../jobs.js';
import { encodeRecord } from '../records/record-codec.js';
import { explainRefusal } from './explain-refusal.js';

/** An item of a file that is not a record. */
export type OtherItem = Exclude<Item, { record: unknown }>;

/** An item of a file. A record is encoded: as JSON it crosses threads faster than as an object. */
export type ReadItem = { part: string } & (
  OtherItem | { record: string; after?: string; until?: string }
);

/** A chunk of a file that the receiver parses. */
export interface UnparsedChunk extends RawChunk {
  part: string;
}

/** A block of a file: parsed items, or chunks that the receiver parses instead of waiting. */
export type ReadBlock = { items: ReadItem[] } | { unparsed: UnparsedChunk[] };

const MAX_ITEMS = 64; // in a block
const MAX_UNPARSED = 32; // in a block
const MAX_UNPARSED_LENGTH = 64 * 1024; // characters of a chunk that may be left unparsed
const MAX_BLOCK_LENGTH = 256 * 1024; // characters; a block of that length is complete

/**
 * Yields the content of a file in its own order, in blocks of bounded size (one large record excepted). Throws
 * FormatError if the whole file cannot be read.
 * @param isReceiverIdle whether the receiver is idle, or will be soon: small chunks are then left unparsed, so that
 *   both sides parse
 */
export async function* readBlocks(
  file: JobFile,
  format: FeedFormat,
  limits?: ArchiveLimits,
  isReceiverIdle: () => boolean = () => false,
): AsyncGenerator<ReadBlock> {
  const block = createBlock();
  const unparsed: UnparsedChunk[] = [];
  for await (const { part, item } of readItems(file, format, limits)) {
    if ('raw' in item && isSmallChunk(item.raw) && (unparsed.length > 0 || isReceiverIdle())) {
      if (!block.isEmpty()) yield { items: block.take() };
      if (unparsed.push({ part, ...item.raw }) >= MAX_UNPARSED)
        yield { unparsed: unparsed.splice(0) };
      continue;
    }
    if (unparsed.length > 0) yield { unparsed: unparsed.splice(0) };
    for (const parsed of 'raw' in item ? parseChunk(item.raw, format) : [item]) {
      block.add(toReadItem(part, parsed));
      if (block.isFull()) yield { items: block.take() };
    }
  }
  yield unparsed.length > 0 ? { unparsed } : { items: block.take() };
}

async function* readItems(
  file: JobFile,
  format: FeedFormat,
  limits: ArchiveLimits | undefined,
): AsyncGenerator<{ part: string; item: Item | { raw: RawChunk } }> {
  const members = openArchive(file.path, (path) => format.isMember(path), limits);
  for await (const { path, text } of members) {
    const part = file.part ?? format.partOf(path);
    try {
      for await (const item of format.read({ path, part, text })) yield { part, item };
    } catch (error) {
      throw await explainFormatError(error, file.path, path, format);
    }
  }
}

/** Adds to a FormatError what was expected and found. Returns other errors unchanged. */
async function explainFormatError(
  error: unknown,
  file: string,
  member: string,
  format: FeedFormat,
): Promise<unknown> {
  if (!(error instanceof FormatError) || error.code === 'too_large') return error;
  return new FormatError(error.code, await explainRefusal(error.message, file, format, member));
}

const isSmallChunk = ({ text }: RawChunk): boolean => text.length <= MAX_UNPARSED_LENGTH;

function parseChunk(raw: RawChunk, { name, parse }: FeedFormat): Iterable<Item> {
  if (!parse) throw new Error(`The format ${name} yields raw chunks without parsing them`);
  return parse(raw);
}

/** Parses the chunks of an unparsed block. Throws FormatError if the whole file cannot be read. */
export function parseChunks(chunks: readonly UnparsedChunk[], format: FeedFormat): ReadItem[] {
  return chunks.flatMap(({ part, ...raw }) =>
    [...parseChunk(raw, format)].map((item) => toReadItem(part, item)),
  );
}

function createBlock() {
  let items: ReadItem[] = [];
  let length = 0;
  return {
    isEmpty: (): boolean => items.length === 0,
    isFull: (): boolean => items.length >= MAX_ITEMS || length >= MAX_BLOCK_LENGTH,
    add(item: ReadItem): void {
      items.push(item);
      if ('record' in item) length += item.record.length;
    },
    take(): ReadItem[] {
      const taken = items;
      items = [];
      length = 0;
      return taken;
    },
  };
}

function toReadItem(part: string, item: Item): ReadItem {
  if (!('record' in item)) return { part, ...item };
  return { part, ...item, record: encodeRecord(item.record) };
}
