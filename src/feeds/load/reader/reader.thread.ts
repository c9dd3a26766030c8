import { on } from 'node:events';
import { Worker, type ResourceLimits } from 'node:worker_threads';
import { FormatError } from '../../formats/format.js';
import { FEED_FORMATS } from '../../formats/formats.js';
import { toFeedError, type JobFile } from '../jobs.js';
import { parseChunks, type ReadBlock, type ReadItem } from './read-blocks.js';
import type { FeedReader } from './reader.js';
import type { FromFeedReader, ReaderData, ToFeedReader } from './reader.messages.js';

/** What one record may need at most, with much room to spare: beyond it something is wrong with the file. */
const LIMITS = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 48 };

/** Reads files in a thread of its own, which gets no further ahead than its blocks are taken; where they are taken faster than they come, a part of them is read here. */
export function createThreadReader(
  url: URL,
  { feed, limits }: Omit<ReaderData, 'taken'>,
  resourceLimits: ResourceLimits = LIMITS,
): FeedReader {
  const format = FEED_FORMATS[feed];
  const taken = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const worker = new Worker(url, {
    workerData: { feed, limits, taken } satisfies ReaderData,
    name: 'feed-reader',
    resourceLimits,
  });
  worker.on('error', () => undefined); // whoever reads hears of it as well
  const tell = (message: ToFeedReader): void => {
    worker.postMessage(message);
  };
  async function* read(file: JobFile): AsyncGenerator<ReadItem[]> {
    const messages = on(worker, 'message', { close: ['exit'] }) as AsyncIterable<[FromFeedReader]>;
    tell({ kind: 'read', file });
    const failures: Error[] = []; // of what was read here: the thread hears of nothing until it is done, and then is ready for the next file
    const readsOf = (block: ReadBlock): ReadItem[] => {
      try {
        return 'reads' in block ? block.reads : parseChunks(block.unread, format);
      } catch (error) {
        failures.push(error as Error);
        return [];
      }
    };
    try {
      for await (const [message] of messages) {
        if (message.kind !== 'block' && failures[0]) throw failures[0];
        if (message.kind === 'end') return;
        if (message.kind === 'failed') throw failureOf(message);
        const reads = failures.length === 0 ? readsOf(message.block) : [];
        if (failures.length === 0) yield reads;
        Atomics.add(taken, 0, 1);
        tell({ kind: 'more' });
      }
    } catch (error) {
      throw toFeedError(error as Error);
    }
    throw new Error('The thread that reads a feed ended before its file did');
  }
  return { read, close: async () => void (await worker.terminate()) };
}

function failureOf({ code, message, stack }: Extract<FromFeedReader, { kind: 'failed' }>): Error {
  return code === null
    ? Object.assign(new Error(message), { stack })
    : new FormatError(code, message);
}
