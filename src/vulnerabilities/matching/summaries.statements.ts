import type { Sqlite } from '../../database/sqlite.js';
import type { KnowledgeTables } from '../../knowledge/knowledge.tables.js';

type Advisories = KnowledgeTables['advisories'];

/** The part of a record that a vulnerability's summary is merged from. */
export type SummaryRecord = Pick<
  Advisories,
  'feed' | 'name' | 'rank' | 'aliases' | 'title' | 'cvss_score' | 'cvss_vector' | 'exploitation'
> & {
  /** how many vulnerabilities the record is about */
  vulnerabilities: number;
};

/** The records about a vulnerability at a generation, which is bound twice. */
export const prepareSummaryRecords = (knowledge: Sqlite) =>
  knowledge.prepare<
    [vulnerability: string, generation: number, sameGeneration: number],
    SummaryRecord
  >(
    `SELECT a.feed, a.name, a.rank, json_array_length(a.vulnerabilities) AS vulnerabilities, a.aliases, a.title, a.cvss_score, a.cvss_vector, a.exploitation
    FROM advisory_vulnerabilities v JOIN advisories a ON a.id = v.advisory_id WHERE v.vulnerability_id = ? AND a.since <= ? AND a."until" > ?`,
  );

export type AdvisoryRow = Pick<
  Advisories,
  'name' | 'feed' | 'title' | 'severity' | 'cvss_score' | 'cvss_vector' | 'url'
>;

// A notice is stored once for each set of vulnerabilities that it names in a release.
/** At most 200 records about a vulnerability at a generation (bound twice), those about it alone first. */
export const prepareAdvisoriesOf = (knowledge: Sqlite) =>
  knowledge.prepare<
    [vulnerability: string, generation: number, sameGeneration: number],
    AdvisoryRow
  >(
    `SELECT a.name, a.feed, a.title, a.severity, a.cvss_score, a.cvss_vector, a.url FROM advisory_vulnerabilities v JOIN advisories a ON a.id = v.advisory_id
    WHERE v.vulnerability_id = ? AND a.since <= ? AND a."until" > ? GROUP BY a.feed, a.name ORDER BY a.rank, a.feed, a.name LIMIT 200`,
  );

export const prepareExploitationStatements = (knowledge: Sqlite) => ({
  kev: knowledge.prepare<[cve: string], Omit<KnowledgeTables['kev'], 'cve'>>(
    'SELECT date_added, due_date, ransomware FROM kev WHERE cve = ?',
  ),
  epss: knowledge.prepare<[cve: string], Omit<KnowledgeTables['epss'], 'cve'>>(
    'SELECT score, percentile FROM epss WHERE cve = ?',
  ),
});
