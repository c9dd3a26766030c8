import type { Fact } from '../facts.js';
import { rateRisk } from '../risk/risk.js';
import { explainFinding } from './explanation.js';

/** A fact with the summary of its vulnerability, as both are stored. */
export interface FactRow extends Omit<Fact, 'basis'> {
  basis: string;
  title: string;
  aliases: string;
  cvss_score: number | null;
  cvss_vector: string | null;
  epss: string | null;
  kev: string | null;
}

/** A fact on a host. `generation`: that of the match. */
export interface FindingRow extends FactRow {
  host_id: number;
  ip: string;
  host_name: string;
  first_seen: number;
  last_seen: number;
  accepted: string | null;
  generation: number | null;
}

/** Returns the version that a feed had at a generation of the vulnerability database. */
export type FeedVersion = (feed: NonNullable<Fact['feed']>, generation: number) => string | null;

export type Finding = ReturnType<typeof toFinding>;

/** Presents a finding as the API returns it. */
export function toFinding(
  { basis, aliases, epss, kev, accepted, host_name, generation, ...row }: FindingRow,
  feedVersion: FeedVersion,
) {
  const fact = { ...row, basis: JSON.parse(basis) as Fact['basis'] };
  return {
    vulnerability_id: row.vulnerability_id,
    aliases: findingAliases(fact, JSON.parse(aliases) as string[]),
    title: row.title,
    severity: row.severity,
    cvss_score: row.cvss_score,
    cvss_vector: row.cvss_vector,
    epss: parseJsonColumn(epss) as Epss | null,
    kev: parseJsonColumn(kev) as Kev | null,
    host_id: row.host_id,
    ip: row.ip,
    name: host_name,
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
    feed_version: versionOfFeed({ feed: row.feed, generation }, feedVersion),
    ...explainFinding(fact, row.title),
    ...rateRisk({
      severity: row.severity,
      cvss_score: row.cvss_score,
      epss: parseJsonColumn(epss) as Epss | null,
      kev: parseJsonColumn(kev) as Kev | null,
    }),
    first_seen: row.first_seen,
    last_seen: row.last_seen,
    accepted: parseJsonColumn(accepted) as Acceptance | null,
  };
}

/**
 * Presents findings in their order. Those with the same fact differ in what `ofHost` has only: the rest is computed
 * once for each fact.
 */
export function toFindings(
  rows: readonly (FindingRow & { fact_id: number })[],
  feedVersion: FeedVersion,
): Finding[] {
  const byFact = new Map<number, Finding>();
  return rows.map((row) => {
    const known = byFact.get(row.fact_id);
    const finding = known ? { ...known, ...ofHost(row, feedVersion) } : toFinding(row, feedVersion);
    if (!known) byFact.set(row.fact_id, finding);
    return finding;
  });
}

const ofHost = (row: FindingRow, feedVersion: FeedVersion) => ({
  host_id: row.host_id,
  ip: row.ip,
  name: row.host_name,
  feed_version: versionOfFeed(row, feedVersion),
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
