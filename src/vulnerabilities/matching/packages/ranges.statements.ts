import type { Sqlite } from '../../../database/sqlite.js';
import type { KnowledgeTables } from '../../../knowledge/knowledge.tables.js';

/** A version range: from `lower` (inclusive) to `upper` (exclusive), as version keys. */
export type RangeRow = Pick<
  KnowledgeTables['ranges'],
  | 'advisory_id'
  | 'rank'
  | 'vulnerability'
  | 'lower'
  | 'upper'
  | 'fixed'
  | 'state'
  | 'hidden'
  | 'severity'
  | 'module'
  | 'conditions'
  | 'last_affected'
>;

type AdvisoryRow = Pick<
  KnowledgeTables['advisories'],
  'feed' | 'name' | 'rank' | 'vulnerabilities' | 'severity' | 'cvss_score' | 'url'
>;

/** The statements of matching packages. A generation is bound twice: as the first and as the last of a range. */
export const prepareRangeStatements = (knowledge: Sqlite) => ({
  affectedPackageId: knowledge
    .prepare<[ecosystem: string, kind: string, name: string], number>(
      'SELECT id FROM affected_packages WHERE scope = ? AND kind = ? AND name = ?',
    )
    .pluck(),
  // Steps from one scope to the next over the index: they are few, affected packages many.
  ecosystemsFrom: knowledge
    .prepare<[{ prefix: string; end: string }], string>(
      `WITH RECURSIVE scopes (scope) AS (
        SELECT min(scope) FROM affected_packages WHERE scope >= @prefix UNION ALL
        SELECT (SELECT min(scope) FROM affected_packages WHERE scope > s.scope) FROM scopes s WHERE s.scope < @end)
      SELECT scope FROM scopes WHERE scope < @end`,
    )
    .pluck(),
  rangesAbove: knowledge.prepare<
    [packageId: number, key: Buffer, generation: number, sameGeneration: number, limit: number],
    RangeRow
  >(
    `SELECT advisory_id, rank, vulnerability, lower, upper, fixed, state, hidden, severity, module, conditions, last_affected
    FROM ranges INDEXED BY ranges_affected WHERE affected_package_id = ? AND upper > ? AND since <= ? AND "until" > ? ORDER BY upper, id LIMIT ?`,
  ),
  decidingRank: knowledge
    .prepare<
      [packageId: number, vulnerability: string, generation: number, sameGeneration: number],
      number | null
    >(
      'SELECT min(rank) FROM ranges WHERE affected_package_id = ? AND vulnerability = ? AND since <= ? AND "until" > ?',
    )
    .pluck(),
  advisory: knowledge.prepare<[id: number], AdvisoryRow>(
    'SELECT feed, name, rank, vulnerabilities, severity, cvss_score, url FROM advisories WHERE id = ?',
  ),
  trackerVersion: knowledge
    .prepare<[generation: number], string | null>(
      "SELECT version FROM generations WHERE feed = 'debian-tracker' AND number <= ? ORDER BY number DESC LIMIT 1",
    )
    .pluck(),
  fixedVersions: prepareFixedVersions(knowledge),
  isFixedOnlyIn: knowledge
    .prepare<[{ other: number; own: number; version: string; at: number }], 1>(
      `SELECT 1 FROM ranges r JOIN ranges o ON o.affected_package_id = @own AND o.vulnerability = r.vulnerability
      WHERE r.affected_package_id = @other AND r.fixed = @version AND o.fixed IS NOT @version
      AND r.since <= @at AND r."until" > @at AND o.since <= @at AND o."until" > @at LIMIT 1`,
    )
    .pluck(),
});

/** The fixed versions of an affected package at a generation (bound twice). */
export const prepareFixedVersions = (knowledge: Sqlite) =>
  knowledge
    .prepare<[packageId: number, generation: number, sameGeneration: number], string>(
      'SELECT DISTINCT fixed FROM ranges WHERE affected_package_id = ? AND fixed IS NOT NULL AND since <= ? AND "until" > ?',
    )
    .pluck();
