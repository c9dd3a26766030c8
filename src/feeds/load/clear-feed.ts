import type { Sqlite } from '../../database/sqlite.js';
import { CURRENT, type FeedName } from '../../knowledge/records.js';

/** Empties a feed in the transaction that is open: its records go with a new generation, and can still be judged by as they were. Gives whether there was anything. */
export function clearFeed(sqlite: Sqlite, feed: FeedName, now: number): boolean {
  const isThere =
    sqlite.prepare('SELECT 1 FROM feeds WHERE name = ? AND version IS NOT NULL').get(feed) !==
    undefined;
  if (isThere) {
    const generation = Number(
      sqlite
        .prepare('INSERT INTO generations (feed, version, at) VALUES (?, NULL, ?)')
        .run(feed, now).lastInsertRowid,
    );
    if (feed === 'kev' || feed === 'epss') sqlite.prepare(`DELETE FROM ${feed}`).run();
    sqlite
      .prepare(
        `UPDATE ranges SET "until" = ? WHERE advisory_id IN (SELECT id FROM advisories WHERE feed = ? AND "until" = ${CURRENT})`,
      )
      .run(generation, feed);
    sqlite
      .prepare(`UPDATE advisories SET "until" = ? WHERE feed = ? AND "until" = ${CURRENT}`)
      .run(generation, feed);
  }
  for (const table of ['rejected', 'feed_files'])
    sqlite.prepare(`DELETE FROM ${table} WHERE feed = ?`).run(feed);
  sqlite.prepare('DELETE FROM feeds WHERE name = ?').run(feed);
  return isThere;
}
