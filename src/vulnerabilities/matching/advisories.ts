import type { Knowledge } from '../../knowledge/open-knowledge.js';
import type { FeedName, Severity } from '../../knowledge/records.js';

export interface AdvisoryRow {
  name: string;
  feed: FeedName;
  title: string;
  severity: Severity | null;
  cvss_score: number | null;
  cvss_vector: string | null;
  url: string | null;
}

// One notice is stored once for each set of vulnerabilities that it names in a release.
const SQL = `SELECT a.name, a.feed, a.title, a.severity, a.cvss_score, a.cvss_vector, a.url FROM advisory_vulnerabilities v JOIN advisories a ON a.id = v.advisory_id
  WHERE v.vulnerability_id = ? AND a.since <= ? AND a."until" > ? GROUP BY a.feed, a.name ORDER BY a.rank, a.feed, a.name LIMIT 200`;

/** The records about a vulnerability that are in force, those about it alone first; at most 200. */
export function readAdvisories(
  { sqlite, generation }: Pick<Knowledge, 'sqlite' | 'generation'>,
  vulnerability: string,
): AdvisoryRow[] {
  const now = generation();
  return sqlite.prepare<[string, number, number], AdvisoryRow>(SQL).all(vulnerability, now, now);
}
