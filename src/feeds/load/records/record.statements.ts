import type { Sqlite } from '../../../database/sqlite.js';
import { CURRENT, type FeedName } from '../../../knowledge/records.js';
import { IS_KEPT } from './kept-part.js';
import { createBulkInsert } from './bulk-insert.statements.js';

/** Closes all current records of a feed at a generation. */
export function closeAllRecords(sqlite: Sqlite, feed: FeedName, generation: number): void {
  sqlite
    .prepare(
      `UPDATE ranges SET "until" = ? WHERE advisory_id IN
        (SELECT id FROM advisories WHERE feed = ? AND "until" = ${CURRENT})`,
    )
    .run(generation, feed);
  sqlite
    .prepare(`UPDATE advisories SET "until" = ? WHERE feed = ? AND "until" = ${CURRENT}`)
    .run(generation, feed);
  sqlite
    .prepare(`UPDATE kept_releases SET "until" = ? WHERE feed = ? AND "until" = ${CURRENT}`)
    .run(generation, feed);
}

export interface CurrentAdvisory {
  id: number;
  part: string;
  digest: Buffer;
}

/** Finds and closes current advisories of a feed. */
export function createAdvisoryStatements(sqlite: Sqlite, feed: FeedName, generation: number) {
  const select = (condition: string) =>
    sqlite.prepare<string[], CurrentAdvisory>(
      `SELECT id, part, digest FROM advisories a WHERE feed = ? ${condition} AND "until" = ${CURRENT}`,
    );
  const all = select(`AND NOT (${IS_KEPT})`);
  const ofPart = select('AND part = ?');
  const named = select('AND name = ?');
  const closeAdvisory = sqlite.prepare('UPDATE advisories SET "until" = ? WHERE id = ?');
  const closeRanges = sqlite.prepare('UPDATE ranges SET "until" = ? WHERE advisory_id = ?');
  return {
    /** @param part null: of the whole feed, except releases that its archive does not have any more */
    list: (part: string | null): CurrentAdvisory[] =>
      part === null ? all.all(feed) : ofPart.all(feed, part),
    named: (name: string): CurrentAdvisory[] => named.all(feed, name),
    /** Closes an advisory and its ranges. Returns the number of the ranges. */
    close(id: number): number {
      closeAdvisory.run(generation, id);
      return closeRanges.run(generation, id).changes;
    },
  };
}

/** An advisory as stored; the columns in the order of the parameters. */
type AdvisoryRow = [
  part: string,
  name: string,
  digest: Buffer,
  rank: number,
  vulnerabilities: string,
  aliases: string,
  title: string,
  severity: string | null,
  cvssVector: string | null,
  cvssScore: number | null,
  url: string | null,
  exploitation: string | null,
  published: number | null,
  unmatchedProducts: string | null,
];

/** Inserts advisories of a feed that are current from a generation on. */
export function createAdvisoryInserts(sqlite: Sqlite, feed: FeedName, generation: number) {
  const newestId = sqlite
    .prepare<[], number>('SELECT coalesce(max(id), 0) FROM advisories')
    .pluck();
  const insert = sqlite.prepare(
    `INSERT INTO advisories (id, feed, since, "until", part, name, digest, rank, vulnerabilities, aliases, title, severity, cvss_vector, cvss_score, url, exploitation, published, unmatched_products)
      VALUES (?, ?, ${generation}, ${CURRENT}, ${'?, '.repeat(13)}?)`,
  );
  const vulnerabilities = createBulkInsert<[vulnerability: string, advisory: number]>(
    sqlite,
    'INSERT OR IGNORE INTO advisory_vulnerabilities',
    '(?, ?)',
    2,
  );
  let id = newestId.get() ?? 0;
  return {
    /** Returns the id of the new advisory. */
    insert(...row: AdvisoryRow): number {
      id += 1;
      insert.run(id, feed, ...row);
      return id;
    },
    addVulnerability: vulnerabilities.put,
    flush: vulnerabilities.flush,
  };
}

/**
 * Deletes closed advisories, with their ranges and vulnerabilities, in transactions of at most `batchSize`
 * advisories.
 */
export function createRetentionStatements(sqlite: Sqlite, batchSize: number) {
  const raise = sqlite.prepare(
    "UPDATE counters SET value = max(value, ?) WHERE name = 'oldest_generation'",
  );
  const expired = sqlite
    .prepare<[number], number>(
      `SELECT id FROM advisories WHERE "until" <= ? AND "until" <> ${CURRENT} ORDER BY "until" LIMIT ${batchSize}`,
    )
    .pluck();
  const deletes = [
    'DELETE FROM ranges WHERE advisory_id = @id',
    `DELETE FROM advisory_vulnerabilities WHERE advisory_id = @id AND vulnerability_id IN
      (SELECT value FROM json_each((SELECT vulnerabilities FROM advisories WHERE id = @id)))`,
    'DELETE FROM advisories WHERE id = @id',
  ].map((sql) => sqlite.prepare<{ id: number }>(sql));
  const remove = sqlite.transaction((ids: readonly number[]) => {
    for (const id of ids) for (const statement of deletes) statement.run({ id });
  });
  return {
    /** Generations before this one cannot be read any more. */
    raiseOldestGeneration: (generation: number): void => void raise.run(generation),
    /** Returns ids of advisories that were closed before the generation. */
    listExpired: (generation: number): number[] => expired.all(generation),
    remove: (ids: readonly number[]): void => remove.immediate(ids),
  };
}
