import { openFeed } from '../archives/open.js';
import type { ArchiveLimits } from '../archives/limits.js';
import type { Format, Item } from '../formats/format.js';
import type { JobFile } from './jobs.js';

/** What a file holds beside records. */
export type OtherItem = Exclude<Item, { record: unknown }>;

/** One thing out of a file, as it goes to the store, maybe from another thread: of a record its JSON, which crosses faster than the object would. */
export type Read = { part: string } & (OtherItem | { record: string });

const MOST = 250; // things in a block
const LARGE = 256 * 1024; // characters; a block that holds as many is closed

/** What a file holds, in blocks of a bounded size (but for one large record). Throws FormatError where the whole file can't be read. */
export async function* readBlocks(file: JobFile, format: Format, limits?: ArchiveLimits): AsyncGenerator<Read[]> {
  const block = createBlock();
  for await (const { path, text } of openFeed(file.path, (p) => format.member(p), limits)) {
    const part = file.part ?? format.part(path);
    const items = format.read({ path, part, text });
    if (Symbol.iterator in items) {
      for (const item of items) if (block.add(readOf(part, item))) yield block.take();
    } else for await (const item of items) if (block.add(readOf(part, item))) yield block.take();
  }
  yield block.take();
}

function createBlock() {
  let [reads, size]: [Read[], number] = [[], 0];
  return {
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
  return { part, record: JSON.stringify(item.record) };
}
