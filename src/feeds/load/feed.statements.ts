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
  /** Unix seconds */
  now: number;
}

const SQL = {
  ensureFeed: 'INSERT OR IGNORE INTO feeds (name) VALUES (?)',
  isLoaded: 'SELECT 1 FROM feeds WHERE name = ? AND version IS NOT NULL',
  totals: 'SELECT version, records, ranges FROM feeds WHERE name = ?',
  update: `UPDATE feeds SET version = @version, checked_at = @now, records = @records, ranges = @ranges, error = NULL,
    updated_at = CASE WHEN @changed OR updated_at IS NULL THEN @now ELSE updated_at END,
    rejected = (SELECT coalesce(sum(rejected), 0) FROM feed_files WHERE feed = @feed) WHERE name = @feed`,
  recordAttempt: `UPDATE feeds SET error = @error,
    checked_at = CASE WHEN @error IS NULL THEN @now ELSE checked_at END WHERE name = @feed`,
  removeFeed: 'DELETE FROM feeds WHERE name = ?',
  addFile: `INSERT OR REPLACE INTO feed_files (feed, part, sha256, loaded_at, rejected, address, etag, last_modified)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  removeFiles: 'DELETE FROM feed_files WHERE feed = ?',
  addGeneration: 'INSERT INTO generations (feed, version, at) VALUES (?, NULL, ?)',
  setGenerationVersion: 'UPDATE generations SET version = ? WHERE number = ?',
  removeGeneration: 'DELETE FROM generations WHERE number = ?',
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
    /** Removes the feed, its files and its rejected records. */
    remove(): void {
      run('removeRejected', feed);
      run('removeFiles', feed);
      run('removeFeed', feed);
    },

    /** @param rejected the number of rejected items of the file */
    addFile: (
      { part, sha256, address, etag, lastModified }: JobFile,
      rejected: number,
      now: number,
    ): void =>
      void run('addFile', feed, part ?? '', sha256, now, rejected, address, etag, lastModified),
    removeFiles: (): void => void run('removeFiles', feed),

    /** Returns the number of a new generation without a version. */
    addGeneration: (now: number): number => Number(run('addGeneration', feed, now).lastInsertRowid),
    setGenerationVersion: (generation: number, version: string): void =>
      void run('setGenerationVersion', version, generation),
    /** Removes the newest generation; its number is used again. */
    removeNewestGeneration(generation: number): void {
      run('removeGeneration', generation);
      run('setNewestGeneration', generation - 1);
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
