import type { FeedName } from '../../knowledge/records.js';
import {
  decodeError,
  encodeError,
  type EncodedError,
  type ErrorCodec,
  type WorkerProtocol,
} from '../../lib/worker/messages.js';
import { WorkerEndedError } from '../../lib/worker/thread.js';
import type { FormatErrorCode } from '../formats/format.js';

/** A file to load into a feed. */
export interface JobFile {
  path: string;
  /** the part of the feed that the file replaces; null: the whole feed */
  part: string | null;
  /** true: the file holds recent changes only. Its records replace those of the same name, all others stay. */
  merges?: boolean;
  /** true: it is right that it has much fewer records than before */
  force?: boolean;
  /** hexadecimal */
  sha256: string;
  /** URL it was fetched from; null: it was uploaded */
  address: string | null;
  etag: string | null;
  /** HTTP date, as reported by the publisher, the sender or the file system */
  lastModified: string | null;
}

interface BaseJob {
  /** path of knowledge.db */
  knowledge: string;
  feed: FeedName;
  /** Unix seconds */
  now: number;
}

export interface LoadJob extends BaseJob {
  kind: 'load';
  files: readonly JobFile[];
  /** the oldest generation that is still in use; older history is deleted. null: keep all */
  retainFrom: number | null;
  /** of an update that is not complete: when it is tried again, in Unix seconds; default: it is complete */
  retryAt?: number;
}

interface ClearJob extends BaseJob {
  kind: 'clear';
}

/** Records an update attempt without data: it failed, or (`error` null) the publisher has nothing new. */
interface AttemptJob extends BaseJob {
  kind: 'attempt';
  error: string | null;
  /** when it is tried again, in Unix seconds; null: not at all. Default: as before */
  retryAt?: number | null;
}

/** Records that an update has started: if it does not end, it is tried again. */
interface StartJob extends BaseJob {
  kind: 'start';
  /** Unix seconds */
  retryAt: number;
}

/** The work of the only writer of knowledge.db. */
export type FeedJob = LoadJob | ClearJob | AttemptJob | StartJob;

export interface JobResult {
  /** whether there is a new generation */
  changed: boolean;
  /** items of the files: loaded records, ignored ones by reason, and rejected ones */
  records: number;
  ignored: Record<string, number>;
  rejected: number;
}

/** Messages of the worker that runs feed jobs. */
export interface FeedJobProtocol extends WorkerProtocol {
  request: FeedJob;
  response: JobResult;
  /** items read so far */
  notice: number;
}

/** A feed file was refused; its previous data stays active. The message is shown to users. */
export class FeedError extends Error {
  override name = 'FeedError';
  constructor(
    readonly code: FormatErrorCode | 'not_understood' | 'incomplete',
    message: string,
  ) {
    super(message);
  }
}

/** How errors of a job cross threads: FeedError stays one. */
export const feedJobErrors: ErrorCodec = {
  encode: encodeError,
  decode(encoded) {
    const error = encoded as EncodedError;
    return error.name === 'FeedError'
      ? new FeedError(error.code as FeedError['code'], error.message)
      : decodeError(error);
  },
};

/** Returns the `error` of a feed after a failed job, shown to users. Other failures than the file's are only logged. */
export function feedFailureText(failure: unknown): string {
  if (failure instanceof FeedError) return failure.message;
  const { code = '' } = (failure ?? {}) as NodeJS.ErrnoException;
  return /^(SQLITE_FULL|ENOSPC)/.test(code)
    ? 'No space left on the disk; the previous data stays active'
    : 'The update failed; see the service log';
}

/** Returns a FeedError for a thread that exceeded its memory limit, and any other error unchanged. */
export function toFeedError(error: Error): Error {
  return error instanceof WorkerEndedError && error.isOutOfMemory
    ? new FeedError('too_large', 'Reading the file would need too much memory')
    : error;
}
