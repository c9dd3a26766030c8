import { workerData } from 'node:worker_threads';
import { serveWorker } from '../../../lib/worker/port.js';
import { FEED_FORMATS } from '../../formats/formats.js';
import { readBlocks } from './read-blocks.js';
import {
  feedReaderErrors,
  type FeedReaderData,
  type FeedReaderProtocol,
} from './reader.messages.js';

const { feed, limits } = workerData as FeedReaderData;

serveWorker<FeedReaderProtocol>({
  stream: (file, { countInFlight }) =>
    // A single block in flight will soon be stored, and the next one takes a while to read.
    readBlocks(file, FEED_FORMATS[feed], limits, () => countInFlight() <= 1),
  errors: feedReaderErrors,
});
