import type { Sqlite } from '../../database/sqlite.js';
import type { FeedName, RejectedRecord } from '../../knowledge/records.js';
import { createFeedStatements } from './feed.statements.js';
import type { JobFile } from './jobs.js';
import type { ItemStoreOutcome } from './stores.js';

/** Rejected records that are stored for each file; further ones are only counted. */
const MAX_LISTED = 1000;

/** A file that lost most of its records is believed if it is still refused after this time, in seconds. */
const LOSS_CONFIRMED_AFTER = 3 * 86_400;

/** An attempt at a time in Unix seconds. `error`: why it failed; null: nothing is new. `retryAt`: as in AttemptJob. */
interface Attempt {
  now: number;
  error: string | null;
  retryAt?: number | null | undefined;
}

/** Stores the rejected records of one file. */
export interface RejectedList {
  add: (part: string, record: RejectedRecord) => void;
}

/**
 * Writes the metadata of a feed: generations, versions, counts, source files and rejected records. Runs in the open
 * transaction.
 * @param now Unix seconds
 */
export function createFeedMetadata(sqlite: Sqlite, feed: FeedName, now: number) {
  const statements = createFeedStatements(sqlite, feed);
  statements.ensureFeed();
  return {
    /** Whether a file of the part was first refused as incomplete long ago: the publisher means it. */
    isLossConfirmed(part: string | null): boolean {
      const since = statements.incompleteSince(part);
      return since !== null && now - since >= LOSS_CONFIRMED_AFTER;
    },

    /** Returns the number of the generation that the following changes belong to. */
    startGeneration: (): number => statements.addGeneration(now),

    /** @param rejected the number of rejected items of the file */
    addFile(file: JobFile, rejected: number, generation: number): void {
      if (file.part === null) statements.removeFiles();
      statements.addFile(file, { rejected, generation, now });
    },

    /** Replaces the stored rejected records of a part; null: of the whole feed. */
    replaceRejected(part: string | null): RejectedList {
      statements.removeRejected(part);
      let listed = 0;
      return {
        add(partOfRecord, record) {
          listed += 1;
          if (listed <= MAX_LISTED) statements.addRejected(partOfRecord, record);
        },
      };
    },

    /**
     * Stores the version and the totals. Without a change there is no new generation. A part does not make the feed
     * older than it was.
     * @param load `version`: date of the files; null: unknown. The time of the load is no date of the data: a version
     * without a date is stored then, and a part keeps the version of the feed. `retryAt`: as in LoadJob
     */
    finish(
      generation: number,
      { changed, records, ranges, isTotal }: ItemStoreOutcome,
      {
        version,
        isWholeFeed,
        retryAt,
      }: { version: string | null; isWholeFeed: boolean; retryAt: number | null },
    ): void {
      const before = statements.totals();
      const known = before?.version ?? null;
      const own = version ?? `loaded-${now}`;
      const isOlder = known !== null && (version === null || own <= known);
      const newest = !isWholeFeed && isOlder ? known : own;
      const base = isTotal ? undefined : before;
      statements.update({
        version: newest,
        records: (base?.records ?? 0) + records,
        ranges: (base?.ranges ?? 0) + ranges,
        changed,
        retryAt,
        now,
      });
      if (changed) statements.setGenerationVersion(generation, newest);
      else statements.removeNewestGeneration(generation);
    },
  };
}

/** Records an update attempt without data. */
export function recordAttempt(sqlite: Sqlite, feed: FeedName, attempt: Attempt): void {
  const statements = createFeedStatements(sqlite, feed);
  statements.ensureFeed();
  statements.recordAttempt(attempt.now, attempt.error);
  if (attempt.retryAt !== undefined) statements.setRetry(attempt.retryAt);
}

/** Records that a file was refused as incomplete, at a time in Unix seconds. @param part null: of the whole feed */
export const recordIncomplete = (
  sqlite: Sqlite,
  feed: FeedName,
  part: string | null,
  now: number,
): void => createFeedStatements(sqlite, feed).setIncomplete(part, now);

/** Records that an update has started. @param retryAt when it is tried again unless it ends, in Unix seconds */
export function recordStart(sqlite: Sqlite, feed: FeedName, retryAt: number): void {
  const statements = createFeedStatements(sqlite, feed);
  statements.ensureFeed();
  statements.setRetry(retryAt);
}
