import { existsSync, statSync } from 'node:fs';
import type { FeedName } from '../../../knowledge/records.js';
import type { ArchiveLimits } from '../../archives/limits.js';
import type { FeedFormat } from '../../formats/format.js';
import { FEED_FORMATS } from '../../formats/formats.js';
import { FeedError, type JobFile } from '../jobs.js';
import { readBlocks, type ReadItem } from './read-blocks.js';
import { createThreadReader, type FeedReader } from './reader.thread.js';

export interface FeedReaderOptions {
  limits?: ArchiveLimits;
  /** the compiled worker. If the file is missing (tests run the sources), files are read in this thread. */
  url?: URL;
  /**
   * whether most records have to be stored; false: most are unchanged, and passing them between threads would cost
   * more than a second core gains
   */
  isNew?: boolean;
  /** bytes: smaller files are read before a thread would have started */
  minThreadBytes?: number;
}

/**
 * Creates a reader of these files: in a separate thread, so that one core reads while another stores, or in this
 * thread if there is little to read or to store.
 */
export function createFeedReader(
  feed: FeedName,
  files: readonly JobFile[],
  {
    limits,
    url = new URL('reader.worker.js', import.meta.url),
    isNew = true,
    minThreadBytes = 1 << 20,
  }: FeedReaderOptions = {},
): FeedReader {
  const format = FEED_FORMATS[feed];
  if (!format)
    throw new FeedError('unsupported_format', `Feed ${feed} is not supported by this version`);
  if (!isNew || isSmall(files, minThreadBytes) || !existsSync(url))
    return { read: (file) => readInline(file, format, limits), close: async () => undefined };
  return createThreadReader(url, { feed, limits });
}

async function* readInline(
  file: JobFile,
  format: FeedFormat,
  limits: ArchiveLimits | undefined,
): AsyncGenerator<ReadItem[]> {
  for await (const block of readBlocks(file, format, limits))
    if ('items' in block) yield block.items;
}

function isSmall(files: readonly JobFile[], minBytes: number): boolean {
  const stats = files.map(({ path }) => statSync(path));
  const total = stats.reduce((sum, { size }) => sum + size, 0);
  return stats.every((file) => file.isFile()) && total < minBytes;
}
