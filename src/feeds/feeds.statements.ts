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
}

/** A source file that is loaded. `part`: '' for a whole feed; `address`: null for an uploaded file. */
export interface LoadedFileRow {
  part: string;
  loaded_at: number;
  address: string | null;
  etag: string | null;
  last_modified: string | null;
}

export type FeedReadStatements = ReturnType<typeof createFeedReadStatements>;

/** Reads feeds from knowledge.db. */
export function createFeedReadStatements(sqlite: Sqlite) {
  const find = sqlite.prepare<[string], FeedRow>(
    'SELECT version, updated_at, checked_at, records, ranges, rejected, error FROM feeds WHERE name = ?',
  );
  const known = sqlite.prepare<[], string>('SELECT DISTINCT feed FROM generations').pluck();
  const files = sqlite.prepare<[string], LoadedFileRow>(
    'SELECT part, loaded_at, address, etag, last_modified FROM feed_files WHERE feed = ?',
  );
  const fetched = sqlite.prepare<[], { name: string; fetchedAt: number }>(
    `SELECT name, coalesce(checked_at, 0) AS fetchedAt FROM feeds
      WHERE EXISTS (SELECT 1 FROM feed_files WHERE feed = name AND address IS NOT NULL)`,
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
    /** Returns the feeds with a file from their publisher. `fetchedAt`: Unix seconds. */
    fetchedFeeds: (): { name: string; fetchedAt: number }[] => fetched.all(),
    rejected: (feed: string, limit: number, offset: number): RejectedRecord[] =>
      rejected.all(feed, limit, offset),
    countRejected: (feed: string): number => countRejected.get(feed) ?? 0,
  };
}
