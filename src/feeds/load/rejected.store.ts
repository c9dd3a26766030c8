import type { Sqlite } from '../../database/sqlite.js';
import type { FeedName, RejectedRecord } from '../../knowledge/records.js';

/** Of each file so many are listed; the rest is only counted. */
export const MAX_LISTED = 1000;

/** Replaces what is told of records that were not understood, in the transaction that is open. `part` null: of the whole feed. */
export function createRejectedStore(sqlite: Sqlite, feed: FeedName, part: string | null) {
  if (part === null) sqlite.prepare('DELETE FROM rejected WHERE feed = ?').run(feed);
  else sqlite.prepare('DELETE FROM rejected WHERE feed = ? AND part = ?').run(feed, part);
  const insert = sqlite.prepare(
    'INSERT INTO rejected (feed, part, record, reason, sample) VALUES (?, ?, ?, ?, ?)',
  );
  let listed = 0;
  return {
    put(at: string, { record, reason, sample }: RejectedRecord): void {
      if (++listed <= MAX_LISTED) insert.run(feed, at, record, reason, sample);
    },
  };
}
