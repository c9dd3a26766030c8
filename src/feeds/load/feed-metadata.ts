import type { Sqlite } from '../../database/sqlite.js';
import type { FeedName } from '../../knowledge/records.js';
import type { JobFile } from './jobs.js';
import type { ItemStore } from './stores.js';

/** What is kept about a feed beside its records: generations, versions, counts, the files it came from. In the transaction that is open. */
export function createFeedMetadata(sqlite: Sqlite, feed: FeedName, now: number) {
  sqlite.prepare('INSERT OR IGNORE INTO feeds (name) VALUES (?)').run(feed);
  return {
    /** a number for what is about to change */
    begin: (): number =>
      Number(
        sqlite
          .prepare('INSERT INTO generations (feed, version, at) VALUES (?, NULL, ?)')
          .run(feed, now).lastInsertRowid,
      ),
    file(file: JobFile, rejected: number): void {
      if (file.part === null) sqlite.prepare('DELETE FROM feed_files WHERE feed = ?').run(feed);
      sqlite
        .prepare(
          'INSERT OR REPLACE INTO feed_files (feed, part, sha256, loaded_at, rejected, address, etag, last_modified) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
        )
        .run(
          feed,
          file.part ?? '',
          file.sha256,
          now,
          rejected,
          file.address,
          file.etag,
          file.lastModified,
        );
    },
    /** @param version what the files say of their date, or is said of them (null: they are taken for today's); a part does not make the feed older than it was */
    end(
      generation: number,
      outcome: ReturnType<ItemStore['outcome']>,
      version: string | null,
      isWhole: boolean,
    ): void {
      const before = sqlite
        .prepare<[string], { version: string | null; records: number; ranges: number }>(
          'SELECT version, records, ranges FROM feeds WHERE name = ?',
        )
        .get(feed);
      const own = version ?? new Date(now * 1000).toISOString();
      const newest =
        isWhole || before?.version == null || own > before.version ? own : before.version;
      const [records, ranges] = outcome.isTotal
        ? [0, 0]
        : [before?.records ?? 0, before?.ranges ?? 0];
      sqlite
        .prepare(
          `UPDATE feeds SET version = @newest, updated_at = CASE WHEN @changed OR updated_at IS NULL THEN @now ELSE updated_at END, checked_at = @now, records = @records, ranges = @ranges,
        rejected = (SELECT coalesce(sum(rejected), 0) FROM feed_files WHERE feed = @feed), error = NULL WHERE name = @feed`,
        )
        .run({
          feed,
          newest,
          now,
          changed: outcome.changed ? 1 : 0,
          records: records + outcome.records,
          ranges: ranges + outcome.ranges,
        });
      if (outcome.changed)
        sqlite
          .prepare('UPDATE generations SET version = ? WHERE number = ?')
          .run(newest, generation);
      else withdraw(sqlite, generation);
    },
  };
}

function withdraw(sqlite: Sqlite, generation: number): void {
  sqlite.prepare('DELETE FROM generations WHERE number = ?').run(generation);
  sqlite
    .prepare("UPDATE sqlite_sequence SET seq = ? WHERE name = 'generations'")
    .run(generation - 1);
}

/** Tells of an attempt: what went wrong, or (null) that the publisher was asked and has nothing new. */
export function recordAttempt(
  sqlite: Sqlite,
  feed: FeedName,
  now: number,
  error: string | null,
): void {
  sqlite.prepare('INSERT OR IGNORE INTO feeds (name) VALUES (?)').run(feed);
  sqlite
    .prepare(
      'UPDATE feeds SET error = @error, checked_at = CASE WHEN @error IS NULL THEN @now ELSE checked_at END WHERE name = @feed',
    )
    .run({ feed, now, error });
}
