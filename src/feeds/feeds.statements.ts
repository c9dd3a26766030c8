import type { Sqlite } from '../database/sqlite.js';
import type { RejectedRecord } from '../knowledge/records.js';

export interface FeedRow {
  version: string | null;
  updated_at: number | null;
  checked_at: number | null;
  records: number;
  ranges: number;
  rejected: number;
  error: string | null;
  retry_at: number | null;
}

/** A source file that is loaded. `part`: '' for a whole feed; `address`: null for an uploaded file. */
export interface LoadedFileRow {
  part: string;
  loaded_at: number;
  address: string | null;
  etag: string | null;
  last_modified: string | null;
}

/** A feed that is fetched. Times in Unix seconds; `retryAt` null: its last update was complete. */
interface FetchedFeed {
  name: string;
  fetchedAt: number;
  retryAt: number | null;
}

export type FeedReadStatements = ReturnType<typeof createFeedReadStatements>;

/** Reads feeds from knowledge.db. */
export function createFeedReadStatements(sqlite: Sqlite) {
  const find = sqlite.prepare<[string], FeedRow>(
    'SELECT version, updated_at, checked_at, records, ranges, rejected, error, retry_at FROM feeds WHERE name = ?',
  );
  const known = sqlite.prepare<[], string>('SELECT DISTINCT feed FROM generations').pluck();
  const files = sqlite.prepare<[string], LoadedFileRow>(
    'SELECT part, loaded_at, address, etag, last_modified FROM feed_files WHERE feed = ?',
  );
  const fetched = sqlite.prepare<[], FetchedFeed>(
    `SELECT name, coalesce(checked_at, 0) AS fetchedAt, retry_at AS retryAt FROM feeds WHERE retry_at IS NOT NULL
      OR EXISTS (SELECT 1 FROM feed_files WHERE feed = name AND address IS NOT NULL)`,
  );
  const rejected = sqlite.prepare<[string, number, number], RejectedRecord>(
    'SELECT record, reason, sample FROM rejected WHERE feed = ? ORDER BY id LIMIT ? OFFSET ?',
  );
  const countRejected = sqlite
    .prepare<[string], number>('SELECT count(*) FROM rejected WHERE feed = ?')
    .pluck();
  return {
    find: (feed: string): FeedRow | undefined => find.get(feed),
    /** Returns the names of feeds that were ever loaded, cleared ones included. */
    knownFeeds: (): string[] => known.all(),
    files: (feed: string): LoadedFileRow[] => files.all(feed),
    /** Returns the feeds with a file from their publisher, and those whose first update is not complete. */
    fetchedFeeds: (): FetchedFeed[] => fetched.all(),
    rejected: (feed: string, limit: number, offset: number): RejectedRecord[] =>
      rejected.all(feed, limit, offset),
    countRejected: (feed: string): number => countRejected.get(feed) ?? 0,
  };
}
