import type { ResourceLimits } from 'node:worker_threads';
import { createWorkerClient } from '../../../lib/worker/client.js';
import { FEED_FORMATS } from '../../formats/formats.js';
import { toFeedError, type JobFile } from '../jobs.js';
import { parseChunks, type ReadItem } from './read-blocks.js';
import {
  feedReaderErrors,
  type FeedReaderData,
  type FeedReaderProtocol,
} from './reader.messages.js';

/** Reads the files of one feed, one after the other. */
export interface FeedReader {
  /** Yields the items of a file, in blocks. Throws FormatError or FeedError if the file cannot be read. */
  read: (file: JobFile) => AsyncIterable<ReadItem[]>;
  /** Ends a read in progress. */
  close: () => Promise<void>;
}

/** The largest record needs less, with a wide margin: a file that exceeds it is invalid. */
const LIMITS = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 48 };

const MAX_BLOCKS_IN_FLIGHT = 4;

/**
 * Reads files in a separate thread, at most `MAX_BLOCKS_IN_FLIGHT` blocks ahead of the caller. When the caller is
 * faster, the thread leaves some chunks unparsed, and they are parsed in this thread.
 */
export function createThreadReader(
  url: URL,
  { feed, limits }: FeedReaderData,
  resourceLimits: ResourceLimits = LIMITS,
): FeedReader {
  const format = FEED_FORMATS[feed];
  const client = createWorkerClient<FeedReaderProtocol>({
    url,
    name: 'feed-reader',
    workerData: { feed, limits } satisfies FeedReaderData,
    resourceLimits,
    errors: feedReaderErrors,
  });
  client.start();
  async function* read(file: JobFile): AsyncGenerator<ReadItem[]> {
    try {
      for await (const block of client.stream(file, { window: MAX_BLOCKS_IN_FLIGHT }))
        yield 'items' in block ? block.items : parseChunks(block.unparsed, format);
    } catch (error) {
      throw toFeedError(error as Error);
    }
  }
  return { read, close: client.terminate };
}
