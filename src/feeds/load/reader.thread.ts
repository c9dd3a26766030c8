import { on } from 'node:events';
import { Worker, type ResourceLimits } from 'node:worker_threads';
import { FormatError } from '../formats/format.js';
import { inWords, type JobFile } from './jobs.js';
import type { Read } from './read.js';
import type { FeedReader } from './reader.js';
import type { FromReader, ReaderData, ToReader } from './reader.messages.js';

/** What one record may need at most, with much room to spare: beyond it something is wrong with the file. */
const LIMITS = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 48 };

/** Reads files in a thread of its own, which gets no further ahead than its blocks are taken. */
export function createThreadReader(url: URL, workerData: ReaderData, resourceLimits: ResourceLimits = LIMITS): FeedReader {
  const worker = new Worker(url, { workerData, name: 'feed-reader', resourceLimits });
  worker.on('error', () => undefined); // whoever reads hears of it as well
  const tell = (message: ToReader): void => { worker.postMessage(message); };
  async function* read(file: JobFile): AsyncGenerator<Read[]> {
    const messages = on(worker, 'message', { close: ['exit'] }) as AsyncIterable<[FromReader]>;
    tell({ kind: 'read', file });
    try {
      for await (const [message] of messages) {
        if (message.kind === 'end') return;
        if (message.kind === 'failed') throw failureOf(message);
        yield message.block;
        tell({ kind: 'more' });
      }
    } catch (error) {
      throw inWords(error as Error);
    }
    throw new Error('The thread that reads a feed ended before its file did');
  }
  return { read, close: async () => void await worker.terminate() };
}

function failureOf({ code, message, stack }: Extract<FromReader, { kind: 'failed' }>): Error {
  return code === null ? Object.assign(new Error(message), { stack }) : new FormatError(code, message);
}
