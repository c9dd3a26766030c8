import type { ExploitationState } from '../../knowledge/records.js';
import type { Fact } from '../facts.js';
import { rateRisk } from '../risk/risk.js';
import { explainFinding } from './explanation.js';
import { programOf } from '../remediations/program.js';

/** A fact with the summary of its vulnerability, as both are stored. */
export interface FactRow extends Omit<Fact, 'basis'> {
  basis: string;
  title: string;
  aliases: string;
  cvss_score: number | null;
  cvss_vector: string | null;
  epss: string | null;
  kev: string | null;
  exploitation: ExploitationState | null;
}

/** A fact on a host. */
export interface FindingRow extends FactRow, HostColumns {
  first_seen: number;
  last_seen: number;
}

/**
 * The part of a finding that the others of its fact do not share. `generation`: that of the match. Times: Unix seconds;
 * null: the host has it no more.
 */
interface HostColumns {
  host_id: number;
  ip: string;
  host_name: string;
  first_seen: number | null;
  last_seen: number | null;
  accepted: string | null;
  generation: number | null;
}

/** A finding in a list in which many findings share a fact: its text is written once. */
export interface ListedFinding extends HostColumns {
  fact: { text: string; feed: Fact['feed'] };
}

/** Returns the version that a feed had at a generation of the vulnerability database. */
export type FeedVersion = (feed: NonNullable<Fact['feed']>, generation: number) => string | null;

export type Finding = ReturnType<typeof toFinding>;

/** Presents a finding as the API returns it. */
export const toFinding = (row: FindingRow, feedVersion: FeedVersion) => ({
  ...ofFact(row),
  ...ofHost(row, row.feed, feedVersion),
  first_seen: row.first_seen,
  last_seen: row.last_seen,
});

/** Writes what the findings of a fact share as JSON, without the closing brace. */
export const writeFact = (row: FactRow): string => JSON.stringify(ofFact(row)).slice(0, -1);

/**
 * Writes findings as a JSON array, in their order.
 * @param more returns the properties that a finding of this list has besides
 */
export function writeFindings<F extends ListedFinding>(
  findings: readonly F[],
  feedVersion: FeedVersion,
  more: (finding: F) => object = () => ({}),
): string {
  const texts = findings.map((finding) => {
    const own = Object.assign(ofHost(finding, finding.fact.feed, feedVersion), more(finding));
    return `${finding.fact.text},${JSON.stringify(own).slice(1)}`;
  });
  return `[${texts.join(',')}]`;
}

/** The properties that all findings of a fact share. */
function ofFact({ basis, ...row }: FactRow) {
  const fact = { ...row, basis: JSON.parse(basis) as Fact['basis'] };
  const epss = parseJsonColumn(row.epss) as Epss | null;
  const kev = parseJsonColumn(row.kev) as Kev | null;
  const { severity, cvss_score, exploitation } = row;
  return {
    vulnerability_id: row.vulnerability_id,
    aliases: findingAliases(fact, JSON.parse(row.aliases) as string[]),
    title: row.title,
    severity,
    cvss_score,
    cvss_vector: row.cvss_vector,
    epss,
    kev,
    package: row.package,
    architecture: row.architecture,
    port: row.port,
    transport: row.transport,
    installed_version: row.installed_version,
    fixed_version: row.fixed_version,
    confidence: row.confidence,
    advisory: row.advisory,
    advisory_url: row.advisory_url,
    feed: row.feed,
    program: row.port === null ? null : programOf(fact),
    runs_old_code: fact.basis.runs_old_code ?? null,
    running_version: fact.basis.running_version ?? null,
    ...explainFinding(fact, row.title),
    ...rateRisk({ severity, cvss_score, epss, kev, exploitation }),
  };
}

const ofHost = (row: HostColumns, feed: Fact['feed'], feedVersion: FeedVersion) => ({
  feed_version: versionOfFeed({ feed, generation: row.generation }, feedVersion),
  host_id: row.host_id,
  ip: row.ip,
  name: row.host_name,
  first_seen: row.first_seen,
  last_seen: row.last_seen,
  accepted: parseJsonColumn(row.accepted) as Acceptance | null,
});

const versionOfFeed = (
  { feed, generation }: Pick<FindingRow, 'feed' | 'generation'>,
  feedVersion: FeedVersion,
): string | null =>
  feed === null ? null : feedVersion(feed, generation ?? Number.MAX_SAFE_INTEGER);

interface Epss {
  score: number;
  percentile: number | null;
  date: string | null;
}

interface Kev {
  date_added: string;
  due_date: string | null;
  ransomware: boolean;
}

interface Acceptance {
  reason: string;
  by: string;
  until: number | null;
  id: number;
  kind: 'person' | 'vendor';
}

/** Returns the value of a JSON column; null if the column is null. */
export const parseJsonColumn = (json: string | null): unknown =>
  json === null ? null : JSON.parse(json);

/**
 * Returns the aliases of a finding: those of its vulnerability, and the advisories about the same vulnerability in its
 * package. An advisory that only repeats the vulnerability's id (`DEBIAN-CVE-2024-1` of CVE-2024-1) is not an alias.
 * @param aliases those of the vulnerability
 */
export function findingAliases(
  { vulnerability_id, basis }: Pick<Fact, 'vulnerability_id' | 'basis'>,
  aliases: readonly string[],
): string[] {
  const advisories = (basis.advisories ?? []).filter(
    (name) => name !== vulnerability_id && !name.endsWith(`-${vulnerability_id}`),
  );
  return advisories.length === 0 ? [...aliases] : [...new Set([...aliases, ...advisories])];
}
