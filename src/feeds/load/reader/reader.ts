import { existsSync, statSync } from 'node:fs';
import type { FeedName } from '../../../knowledge/records.js';
import type { ArchiveLimits } from '../../archives/limits.js';
import type { FeedFormat } from '../../formats/format.js';
import { FEED_FORMATS } from '../../formats/formats.js';
import { FeedError, type JobFile } from '../jobs.js';
import { readBlocks, type ReadItem } from './read-blocks.js';
import { createThreadReader } from './reader.thread.js';

/** Reads the files of one feed, one after the other. */
export interface FeedReader {
  /** What the file holds, in blocks. Throws FormatError or FeedError where it can't be read. */
  read(file: JobFile): AsyncIterable<ReadItem[]>;
  /** ends what is under way */
  close(): Promise<void>;
}

export interface FeedReaderOptions {
  limits?: ArchiveLimits;
  /** the compiled worker; where there is none (sources run by a test runner), files are read right here */
  url?: URL;
  /** there is much to store as well; false: most of it is as it was, and handing it over would cost more than a second core gains */
  isNew?: boolean;
  /** files that are smaller together (bytes) are read before a thread has started */
  small?: number;
}

/** A reader for these files: in a thread of its own, so that one core reads while another stores, or right here where there is little to read or to store. */
export function createFeedReader(
  feed: FeedName,
  files: readonly JobFile[],
  {
    limits,
    url = new URL('reader.worker.js', import.meta.url),
    isNew = true,
    small = 1 << 20,
  }: FeedReaderOptions = {},
): FeedReader {
  const format = FEED_FORMATS[feed];
  if (!format)
    throw new FeedError('unsupported_format', `The feed ${feed} cannot be read by this version`);
  if (!isNew || isLittle(files, small) || !existsSync(url))
    return { read: (file) => readHere(file, format, limits), close: async () => undefined };
  return createThreadReader(url, { feed, limits });
}

async function* readHere(
  file: JobFile,
  format: FeedFormat,
  limits: ArchiveLimits | undefined,
): AsyncGenerator<ReadItem[]> {
  for await (const block of readBlocks(file, format, limits))
    if ('reads' in block) yield block.reads;
}

function isLittle(files: readonly JobFile[], small: number): boolean {
  const stats = files.map(({ path }) => statSync(path));
  return (
    stats.every((file) => file.isFile()) && stats.reduce((sum, file) => sum + file.size, 0) < small
  );
}
