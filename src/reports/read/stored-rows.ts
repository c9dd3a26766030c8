import type { ExploitationState } from '../../knowledge/records.js';
import type { ReportFact } from '../diff.js';

/** `aliases`, `epss`, `kev`: JSON, as stored. */
export interface VulnerabilityRow {
  id: string;
  title: string;
  aliases: string;
  cvss_score: number | null;
  cvss_vector: string | null;
  epss: string | null;
  kev: string | null;
  exploitation: ExploitationState | null;
}

/** A fact as it is stored. */
export type StoredFact = Omit<ReportFact, 'identity'>;

/**
 * The columns of a fact, in their order. Thousands of rows are read as arrays and become objects here: objects that the
 * database library creates are slower to read, and take more memory.
 */
export type FactValues = [
  id: number,
  origin: StoredFact['origin'],
  vulnerability: string,
  package_: string | null,
  architecture: string | null,
  port: number | null,
  transport: StoredFact['transport'],
  installed: string | null,
  fixed: string | null,
  severity: StoredFact['severity'],
  confidence: StoredFact['confidence'],
  advisory: string,
  url: string | null,
  feed: StoredFact['feed'],
  basis: string,
];

/** Returns the fact of a row of `FactValues`. */
export const toStoredFact = (row: FactValues): StoredFact => ({
  id: row[0],
  origin: row[1],
  vulnerability_id: row[2],
  package: row[3],
  architecture: row[4],
  port: row[5],
  transport: row[6],
  installed_version: row[7],
  fixed_version: row[8],
  severity: row[9],
  confidence: row[10],
  advisory: row[11],
  advisory_url: row[12],
  feed: row[13],
  basis: row[14],
});

/** The columns of a vulnerability, in their order. */
export type VulnerabilityValues = [
  id: string,
  title: string,
  aliases: string,
  score: number | null,
  vector: string | null,
  epss: string | null,
  kev: string | null,
  exploitation: ExploitationState | null,
];

/** Returns the vulnerability of a row of `VulnerabilityValues`. */
export const toVulnerabilityRow = (row: VulnerabilityValues): VulnerabilityRow => ({
  id: row[0],
  title: row[1],
  aliases: row[2],
  cvss_score: row[3],
  cvss_vector: row[4],
  epss: row[5],
  kev: row[6],
  exploitation: row[7],
});
