import type { FeedName } from '../../knowledge/records.js';
import type { FormatErrorCode } from '../formats/format.js';

/** A file to be read into a feed. */
export interface JobFile {
  path: string;
  /** the part of the feed that it replaces; null: it is the whole feed */
  part: string | null;
  /** it holds what changed lately: its records take the place of those of their name, and the rest stays */
  merges?: boolean;
  sha256: string;
  address: string | null;
  etag: string | null;
  /** HTTP date, as its publisher, its sender or the file itself says */
  lastModified: string | null;
}

interface AnyJob {
  knowledge: string;
  feed: FeedName;
  /** Unix seconds */ now: number;
}
export interface LoadJob extends AnyJob {
  kind: 'load';
  files: readonly JobFile[];
  /** the oldest generation that anybody still asks for; null: keep all */ retainFrom:
    number | null;
}
export interface ClearJob extends AnyJob {
  kind: 'empty';
}
/** The publisher was asked: nothing is new, or it went wrong (`error`). */
export interface AttemptJob extends AnyJob {
  kind: 'note';
  error: string | null;
}

/** What the one writer of knowledge.db can be asked to do. */
export type FeedJob = LoadJob | ClearJob | AttemptJob;

export interface JobResult {
  /** whether there is a new generation */
  changed: boolean;
  /** items of the file: records kept, passed over by reason, not understood */
  records: number;
  ignored: Record<string, number>;
  rejected: number;
}

/** Why a feed was refused: nothing of it came in force. The message is for people. */
export class FeedError extends Error {
  override name = 'FeedError';
  constructor(
    readonly code: FormatErrorCode | 'not_understood',
    message: string,
  ) {
    super(message);
  }
}

/** What stands at a feed after a job that failed, for people. What else broke than the file is for the log. */
export function feedFailureText(failure: unknown): string {
  if (failure instanceof FeedError) return failure.message;
  const isFull = /^(SQLITE_FULL|ENOSPC)/.test(
    (failure as NodeJS.ErrnoException | undefined)?.code ?? '',
  );
  return isFull
    ? 'There was no room left on the disk; what was in force before still is'
    : 'The update failed; the log says why';
}

/** What a thread's end says, as a FeedError where it came to its limit of memory; anything else as it is. */
export function toFeedError(error: Error): Error {
  return (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new FeedError('too_large', 'Reading it would take too much memory')
    : error;
}
