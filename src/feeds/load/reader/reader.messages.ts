import type { FeedName } from '../../../knowledge/records.js';
import type { ArchiveLimits } from '../../archives/limits.js';
import type { FormatErrorCode } from '../../formats/format.js';
import type { JobFile } from '../jobs.js';
import type { ReadBlock } from './read-blocks.js';

export interface ReaderData {
  feed: FeedName;
  limits: ArchiveLimits | undefined;
  /** how many blocks were taken, in shared memory: the thread hears no message while it reads */
  taken: Int32Array;
}

/** To the thread that reads files, one at a time; `more`: a block was taken, the next may follow. */
export type ToFeedReader = { kind: 'read'; file: JobFile } | { kind: 'more' };

/** `failed`: the file can't be read; `code` null: something else broke. */
export type FromFeedReader =
  | { kind: 'block'; block: ReadBlock }
  | { kind: 'end' }
  | { kind: 'failed'; code: FormatErrorCode | null; message: string; stack: string | undefined };

/** Blocks that may be on their way without anybody having taken them. */
export const MAX_BLOCKS_IN_FLIGHT = 4;
