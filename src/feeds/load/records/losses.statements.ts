import type { Sqlite } from '../../../database/sqlite.js';
import { CURRENT, type FeedName } from '../../../knowledge/records.js';
import { HAS_NO_RELEASES, IS_KEPT, keptPart } from './kept-part.js';

/** A number of records about a release (`scope`; '' for a feed without releases) in a part of a feed. */
export interface ReleaseCount {
  part: string;
  scope: string;
  records: number;
}

const RECORD = [
  'name, digest, rank, vulnerabilities, aliases, title, severity, cvss_vector, cvss_score, url',
  'exploitation, published',
].join(', ');
const RANGE = [
  'affected_package_id, rank, vulnerability, lower, upper, fixed, state, hidden, severity, module',
  'conditions, last_affected',
].join(', ');
const OF_RELEASES =
  'JOIN ranges r ON r.advisory_id = a.id JOIN affected_packages p ON p.id = r.affected_package_id';
const IS_CURRENT = `a."until" = ${CURRENT}`;

/**
 * Prepares the statements about the records that a generation closed. They run in the open transaction.
 * @param withdrawn JSON array of the names of records that the publisher withdrew
 */
export function createLossStatements(sqlite: Sqlite, feed: FeedName, generation: number) {
  const [scope, tables] = HAS_NO_RELEASES.has(feed)
    ? ["''", 'advisories a']
    : ['p.scope', `advisories a ${OF_RELEASES}`];
  const isClosed = `a."until" = ${generation} AND a."until" <> ${CURRENT} AND NOT (${IS_KEPT})
    AND a.name NOT IN (SELECT value FROM json_each(@withdrawn))`;
  const newestId = sqlite
    .prepare<[], number>('SELECT coalesce(max(id), 0) FROM advisories')
    .pluck();
  const count = (condition: string) =>
    sqlite.prepare<[object], ReleaseCount>(
      `SELECT a.part, ${scope} AS scope, count(DISTINCT a.name) AS records FROM ${tables}
        WHERE a.feed = @feed AND ${condition} GROUP BY 1, 2`,
    );
  const closed = count(isClosed);
  const added = count(`a.id > @after AND ${IS_CURRENT}`);
  const countCurrent = sqlite
    .prepare<[object], number>(
      `SELECT count(DISTINCT a.name) FROM ${tables}
        WHERE a.feed = @feed AND a.part = @part AND ${IS_CURRENT} AND ${scope} = @scope`,
    )
    .pluck();
  const hasCurrent = sqlite.prepare<[object]>(
    `SELECT 1 FROM affected_packages p JOIN ranges r ON r.affected_package_id = p.id AND r."until" = ${CURRENT}
      JOIN advisories a ON a.id = r.advisory_id AND a.feed = @feed AND NOT (${IS_KEPT})
      WHERE p.scope = @scope LIMIT 1`,
  );
  const closedOf = sqlite
    .prepare<[object], number>(
      `SELECT DISTINCT a.id FROM ${tables} WHERE a.feed = @feed AND ${isClosed} AND ${scope} = @scope`,
    )
    .pluck();
  const after = newestId.get() ?? 0;
  return {
    /** Returns how many records the generation closed. */
    closed: (withdrawn: string): ReleaseCount[] => closed.all({ feed, withdrawn }),
    /** Returns how many records were added since the statements were prepared. */
    added: (): ReleaseCount[] => added.all({ feed, after }),
    countCurrent: (release: Pick<ReleaseCount, 'part' | 'scope'>): number =>
      countCurrent.get({ feed, part: release.part, scope: release.scope }) ?? 0,
    /** Whether the feed has current records about a release, beside kept ones. */
    hasCurrent: (scope: string): boolean => hasCurrent.get({ feed, scope }) !== undefined,
    /** Returns the ids of the closed records about a release. */
    closedOf: (scope: string, withdrawn: string): number[] =>
      closedOf.all({ feed, scope, withdrawn }),
    ...createKeepStatements(sqlite, feed, generation),
  };
}

/** Prepares the statements that keep the records of a release. */
function createKeepStatements(sqlite: Sqlite, feed: FeedName, generation: number) {
  const current = `${generation}, ${CURRENT}`;
  const copyRecord = sqlite.prepare<[part: string, id: number]>(
    `INSERT INTO advisories (feed, since, "until", part, ${RECORD})
      SELECT feed, ${current}, ?, ${RECORD} FROM advisories WHERE id = ?`,
  );
  const copyNames = sqlite.prepare<[copy: number, id: number]>(
    `INSERT OR IGNORE INTO advisory_vulnerabilities (vulnerability_id, advisory_id)
      SELECT value, ? FROM json_each((SELECT vulnerabilities FROM advisories WHERE id = ?))`,
  );
  const copyRanges = sqlite.prepare<[copy: number, id: number, scope: string]>(
    `INSERT INTO ranges (since, "until", advisory_id, ${RANGE})
      SELECT ${current}, ?, ${RANGE} FROM ranges WHERE advisory_id = ?
        AND affected_package_id IN (SELECT id FROM affected_packages WHERE scope = ?)`,
  );
  const keep = sqlite.prepare<[string, string, string]>(
    `INSERT INTO kept_releases (feed, scope, version, since, "until")
      VALUES (?, ?, (SELECT version FROM feeds WHERE name = ?), ${current})`,
  );
  const kept = sqlite
    .prepare<[string], string>(
      `SELECT scope FROM kept_releases WHERE feed = ? AND "until" = ${CURRENT}`,
    )
    .pluck();
  const endKept = sqlite.prepare<[string, string]>(
    `UPDATE kept_releases SET "until" = ${generation} WHERE feed = ? AND scope = ? AND "until" = ${CURRENT}`,
  );
  return {
    /** Copies what a closed record has about a release into a current one. Returns the number of its ranges. */
    copy(id: number, scope: string): number {
      const copy = Number(copyRecord.run(keptPart(scope), id).lastInsertRowid);
      copyNames.run(copy, id);
      return copyRanges.run(copy, id, scope).changes;
    },
    keep: (scope: string): void => void keep.run(feed, scope, feed),
    /** Returns the releases that are kept. */
    kept: (): string[] => kept.all(feed),
    endKept: (scope: string): void => void endKept.run(feed, scope),
  };
}
