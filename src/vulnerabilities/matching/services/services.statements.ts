import type { Sqlite } from '../../../database/sqlite.js';
import type { KnowledgeTables } from '../../../knowledge/knowledge.tables.js';
import { prepareFixedVersions } from '../packages/ranges.statements.js';

/** An affected package of any ecosystem. */
export interface AffectedPackageRow {
  id: number;
  ecosystem: string;
  name: string;
}

type Ranges = KnowledgeTables['ranges'];
type Advisories = KnowledgeTables['advisories'];

/** A range of a CPE product with its record. */
export type CpeRangeRow = Pick<
  Ranges,
  | 'lower'
  | 'upper'
  | 'vulnerability'
  | 'fixed'
  | 'last_affected'
  | 'state'
  | 'hidden'
  | 'conditions'
> &
  Pick<Advisories, 'feed' | 'name' | 'vulnerabilities' | 'severity' | 'cvss_score' | 'url'> & {
    range_severity: Ranges['severity'];
    ecosystem: string;
    product: string;
  };

/** Affected packages of a name, by the index of (scope, kind, name): ecosystems are few, affected packages many. */
const affectedPackagesNamed = (kinds: string): string => `WITH RECURSIVE scopes (scope) AS (
    SELECT min(scope) FROM affected_packages UNION ALL SELECT (SELECT min(scope) FROM affected_packages WHERE scope > s.scope) FROM scopes s WHERE s.scope IS NOT NULL)
  SELECT p.id, p.scope AS ecosystem, p.name FROM scopes s JOIN affected_packages p ON p.scope = s.scope AND p.kind IN (${kinds}) AND p.name = ? ORDER BY p.id`;

/** The statements of finding the release of a service. */
export const prepareReleaseStatements = (knowledge: Sqlite) => ({
  sourcesNamed: knowledge.prepare<[name: string], AffectedPackageRow>(
    affectedPackagesNamed("'source'"),
  ),
  packagesNamed: knowledge.prepare<[name: string], AffectedPackageRow>(
    affectedPackagesNamed("'source', 'binary'"),
  ),
  hasEcosystem: knowledge
    .prepare<[ecosystem: string], 1>('SELECT 1 FROM affected_packages WHERE scope = ? LIMIT 1')
    .pluck(),
  fixedVersions: prepareFixedVersions(knowledge),
});

/** The ranges of a CPE product that end after a version key, at a generation (bound twice). */
export const prepareCpeRanges = (knowledge: Sqlite) =>
  knowledge.prepare<
    [ecosystem: string, product: string, key: Buffer, generation: number, sameGeneration: number],
    CpeRangeRow
  >(
    `SELECT r.lower, r.upper, r.vulnerability, r.fixed, r.last_affected, r.state, r.hidden, r.severity AS range_severity, r.conditions, p.scope AS ecosystem, p.name AS product,
      a.feed, a.name, a.vulnerabilities, a.severity, a.cvss_score, a.url
    FROM affected_packages p JOIN ranges r ON r.affected_package_id = p.id JOIN advisories a ON a.id = r.advisory_id
    WHERE p.scope = ? AND p.kind = 'cpe' AND p.name = ? AND r.upper > ? AND r.since <= ? AND r."until" > ?
    ORDER BY r.conditions IS NOT NULL, r.id`,
  );

/** Whether a generation (bound twice) has ranges of a CPE product. */
export const prepareHasProduct = (knowledge: Sqlite) =>
  knowledge
    .prepare<[product: string, generation: number, sameGeneration: number], 1>(
      `SELECT 1 FROM affected_packages p JOIN ranges r ON r.affected_package_id = p.id
      WHERE p.scope = 'cpe:a' AND p.kind = 'cpe' AND p.name = ? AND r.since <= ? AND r."until" > ? LIMIT 1`,
    )
    .pluck();
