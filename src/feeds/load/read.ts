import { openFeed } from '../archives/open.js';
import type { ArchiveLimits } from '../archives/limits.js';
import type { Member } from '../archives/member.js';
import type { Format, Item } from '../formats/format.js';
import type { JobFile } from './jobs.js';
import { packed } from './packed.js';

/** What a file holds beside records. */
export type OtherItem = Exclude<Item, { record: unknown }>;

/** One thing out of a file, as it goes to the store, maybe from another thread: of a record its JSON (`packed`), which crosses faster than the object would. */
export type Read = { part: string } & (OtherItem | { record: string });

/** A file that is at hand and not yet read. */
export interface Unread { path: string; part: string; text: string }

/** What goes to the store: what was read, or, where the store would wait for it, what it may as well read itself. */
export type Block = { reads: Read[] } | { files: Unread[] };

const MOST = 64; // things in a block
const MOST_FILES = 32;
const SMALL = 64 * 1024; // characters of a file that may be handed over as it is
const LARGE = 256 * 1024; // characters; a block that holds as many is closed

/**
 * What a file holds, in blocks of a bounded size (but for one large record), in its own order. Throws FormatError where the whole file can't be read.
 * @param waits whether whoever takes the blocks has nothing to do, or soon will: small files of an archive are then handed over unread, so that both read
 */
export async function* readBlocks(file: JobFile, format: Format, limits?: ArchiveLimits, waits: () => boolean = () => false): AsyncGenerator<Block> {
  const block = createBlock();
  const files: Unread[] = [];
  for await (const { path, text } of openFeed(file.path, (p) => format.member(p), limits)) {
    const part = file.part ?? format.part(path);
    const small = smallText(text);
    const isHandedOver = small !== null && (files.length > 0 || waits());
    if (isHandedOver) {
      if (!block.isEmpty()) yield { reads: block.take() };
      files.push({ path, part, text: small });
    }
    if (files.length >= (isHandedOver ? MOST_FILES : 1)) yield { files: files.splice(0) };
    if (isHandedOver) continue;
    for await (const item of format.read({ path, part, text })) if (block.add(readOf(part, item))) yield { reads: block.take() };
  }
  yield files.length > 0 ? { files } : { reads: block.take() };
}

const smallText = (text: Member['text']): string | null => (Array.isArray(text) && text.length === 1 && (text[0] as string).length <= SMALL ? text[0] as string : null);

/** What these files hold, by whoever was handed them. */
export async function readFiles(files: readonly Unread[], format: Format): Promise<Read[]> {
  const reads: Read[] = [];
  for (const { path, part, text } of files) for await (const item of format.read({ path, part, text: [text] })) reads.push(readOf(part, item));
  return reads;
}

function createBlock() {
  let [reads, size]: [Read[], number] = [[], 0];
  return {
    isEmpty: (): boolean => reads.length === 0,
    /** gives whether it is full now */
    add(read: Read): boolean {
      reads.push(read);
      if ('record' in read) size += read.record.length;
      return reads.length >= MOST || size >= LARGE;
    },
    take(): Read[] {
      const taken = reads;
      [reads, size] = [[], 0];
      return taken;
    },
  };
}

function readOf(part: string, item: Item): Read {
  if (!('record' in item)) return { part, ...item };
  return { part, record: packed(item.record) };
}
