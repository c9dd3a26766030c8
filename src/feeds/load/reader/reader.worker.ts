import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { FormatError } from '../../formats/format.js';
import { FEED_FORMATS } from '../../formats/formats.js';
import type { JobFile } from '../jobs.js';
import { readBlocks } from './read-blocks.js';
import {
  MAX_BLOCKS_IN_FLIGHT,
  type FromFeedReader,
  type ReaderData,
  type ToFeedReader,
} from './reader.messages.js';

if (parentPort) listen(parentPort, workerData as ReaderData);

/** The thread in which the files of a feed are read, one at a time. */
function listen(port: MessagePort, { feed, limits, taken }: ReaderData): void {
  const say = (message: FromFeedReader): void => {
    port.postMessage(message);
  };
  let allowed = 0;
  let sent = 0;
  // The last block that was sent is soon done with, and the next takes a while to read.
  const soonWaits = (): boolean => sent - Atomics.load(taken, 0) <= 1;
  let goOn: (() => void) | null = null;
  async function read(file: JobFile): Promise<void> {
    allowed = MAX_BLOCKS_IN_FLIGHT;
    for await (const block of readBlocks(file, FEED_FORMATS[feed], limits, soonWaits)) {
      if (allowed === 0)
        await new Promise<void>((resolve) => {
          goOn = resolve;
        });
      allowed -= 1;
      sent += 1;
      say({ kind: 'block', block });
    }
    say({ kind: 'end' });
  }
  port.on('message', (message: ToFeedReader) => {
    if (message.kind === 'read')
      return void read(message.file).catch((error: Error) =>
        say({
          kind: 'failed',
          code: error instanceof FormatError ? error.code : null,
          message: error.message,
          stack: error.stack,
        }),
      );
    allowed += 1;
    goOn?.();
    goOn = null;
  });
}
