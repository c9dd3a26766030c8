import type { Sqlite } from '../../database/sqlite.js';
import type { FeedName, RejectedRecord } from '../../knowledge/records.js';
import type { JobFile } from './jobs.js';

export interface FeedTotals {
  version: string | null;
  records: number;
  ranges: number;
}

export interface FeedUpdate extends FeedTotals {
  /** whether there is a new generation; otherwise `updated_at` stays */
  changed: boolean;
  /** when an incomplete update is tried again, in Unix seconds; null: it is complete */
  retryAt: number | null;
  /** Unix seconds */
  now: number;
}

const SQL = {
  ensureFeed: 'INSERT OR IGNORE INTO feeds (name) VALUES (?)',
  isLoaded: 'SELECT 1 FROM feeds WHERE name = ? AND version IS NOT NULL',
  totals: 'SELECT version, records, ranges FROM feeds WHERE name = ?',
  update: `UPDATE feeds SET version = @version, checked_at = @now, records = @records, ranges = @ranges, error = NULL,
    retry_at = @retryAt,
    updated_at = CASE WHEN @changed OR updated_at IS NULL THEN @now ELSE updated_at END,
    rejected = (SELECT coalesce(sum(rejected), 0) FROM feed_files WHERE feed = @feed) WHERE name = @feed`,
  recordAttempt: `UPDATE feeds SET error = @error,
    checked_at = CASE WHEN @error IS NULL THEN @now ELSE checked_at END WHERE name = @feed`,
  setRetry: 'UPDATE feeds SET retry_at = ? WHERE name = ?',
  removeFeed: 'DELETE FROM feeds WHERE name = ?',
  addFile: `INSERT INTO feed_files (feed, part, sha256, loaded_at, rejected, address, etag, last_modified, since, counted_since)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (feed, part) DO UPDATE SET sha256 = excluded.sha256,
    loaded_at = excluded.loaded_at, rejected = excluded.rejected, address = excluded.address, etag = excluded.etag,
    last_modified = excluded.last_modified, incomplete_since = NULL, counted_since = coalesce(counted_since, excluded.counted_since)`,
  incompleteSince:
    'SELECT min(incomplete_since) FROM feed_files WHERE feed = ? AND part = coalesce(?, part)',
  setIncomplete: `UPDATE feed_files SET incomplete_since = coalesce(incomplete_since, ?)
    WHERE feed = ? AND part = coalesce(?, part)`,
  removeFiles: 'DELETE FROM feed_files WHERE feed = ?',
  addGeneration: 'INSERT INTO generations (feed, version, at) VALUES (?, NULL, ?)',
  setGenerationVersion: 'UPDATE generations SET version = ? WHERE number = ?',
  removeGeneration: 'DELETE FROM generations WHERE number = ?',
  takeBackFiles: `UPDATE feed_files SET since = min(since, @generation), counted_since = min(counted_since, @generation)
    WHERE feed = @feed`,
  setNewestGeneration: "UPDATE sqlite_sequence SET seq = ? WHERE name = 'generations'",
  addRejected: 'INSERT INTO rejected (feed, part, record, reason, sample) VALUES (?, ?, ?, ?, ?)',
  removeRejected: 'DELETE FROM rejected WHERE feed = ?',
  removeRejectedOfPart: 'DELETE FROM rejected WHERE feed = ? AND part = ?',
} as const;

/** Statements about one feed, except its records. They run in the open transaction. */
export function createFeedStatements(sqlite: Sqlite, feed: FeedName) {
  const run = (name: keyof typeof SQL, ...parameters: unknown[]) =>
    sqlite.prepare(SQL[name]).run(...parameters);
  const addRejected = sqlite.prepare(SQL.addRejected);
  return {
    ensureFeed: (): void => void run('ensureFeed', feed),
    isLoaded: (): boolean => sqlite.prepare(SQL.isLoaded).get(feed) !== undefined,
    totals: (): FeedTotals | undefined =>
      sqlite.prepare<[string], FeedTotals>(SQL.totals).get(feed),
    update: ({ changed, ...update }: FeedUpdate): void =>
      void run('update', { ...update, feed, changed: changed ? 1 : 0 }),
    /** @param now Unix seconds; not stored for an attempt with an error */
    recordAttempt: (now: number, error: string | null): void =>
      void run('recordAttempt', { feed, now, error }),
    /** @param retryAt Unix seconds; null: never */
    setRetry: (retryAt: number | null): void => void run('setRetry', retryAt, feed),
    /** Removes the feed, its files and its rejected records. */
    remove(): void {
      run('removeRejected', feed);
      run('removeFiles', feed);
      run('removeFeed', feed);
    },

    /** `rejected`: the number of rejected items of the file; `generation`: kept if the file is known */
    addFile: (
      { part, sha256, address, etag, lastModified }: JobFile,
      { rejected, generation, now }: { rejected: number; generation: number; now: number },
    ): void => {
      const source = [address, etag, lastModified];
      run('addFile', feed, part ?? '', sha256, now, rejected, ...source, generation, generation);
    },
    /** Returns since when the files of a part are refused as incomplete, in Unix seconds; null: they are not. */
    incompleteSince: (part: string | null): number | null =>
      sqlite
        .prepare<[string, string | null], number | null>(SQL.incompleteSince)
        .pluck()
        .get(feed, part) ?? null,
    setIncomplete: (part: string | null, now: number): void =>
      void run('setIncomplete', now, feed, part),
    removeFiles: (): void => void run('removeFiles', feed),

    /** Returns the number of a new generation without a version. */
    addGeneration: (now: number): number => Number(run('addGeneration', feed, now).lastInsertRowid),
    setGenerationVersion: (generation: number, version: string): void =>
      void run('setGenerationVersion', version, generation),
    /** Removes the newest generation; its number is used again. */
    removeNewestGeneration(generation: number): void {
      run('removeGeneration', generation);
      run('setNewestGeneration', generation - 1);
      run('takeBackFiles', { feed, generation: generation - 1 });
    },

    addRejected: (part: string, { record, reason, sample }: RejectedRecord): void =>
      void addRejected.run(feed, part, record, reason, sample),
    /** @param part null: of the whole feed */
    removeRejected(part: string | null): void {
      if (part === null) run('removeRejected', feed);
      else run('removeRejectedOfPart', feed, part);
    },
  };
}
