import type { FeedName } from '../../../knowledge/records.js';
import {
  decodeError,
  encodeError,
  type EncodedError,
  type ErrorCodec,
  type WorkerProtocol,
} from '../../../lib/worker/messages.js';
import type { ArchiveLimits } from '../../archives/limits.js';
import { FormatError } from '../../formats/format.js';
import type { JobFile } from '../jobs.js';
import type { ReadBlock } from './read-blocks.js';

/** `workerData` of the reader thread. */
export interface FeedReaderData {
  feed: FeedName;
  limits: ArchiveLimits | undefined;
}

/** Messages of the thread that reads feed files. */
export interface FeedReaderProtocol extends WorkerProtocol {
  request: JobFile;
  item: ReadBlock;
}

/** How errors of the reader cross threads: FormatError stays one. */
export const feedReaderErrors: ErrorCodec = {
  encode: encodeError,
  decode(encoded) {
    const error = encoded as EncodedError;
    return error.name === 'FormatError'
      ? new FormatError(error.code as FormatError['code'], error.message)
      : decodeError(error);
  },
};
