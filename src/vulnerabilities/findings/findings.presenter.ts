import { explainFinding } from './explanation.js';
import type { Fact } from '../facts.js';
import { findingAliases } from './other-names.js';

/** A fact with what is known of its vulnerability, as it stands in the tables. */
export interface FactRow extends Omit<Fact, 'basis'> {
  basis: string;
  title: string;
  aliases: string;
  cvss_score: number | null;
  cvss_vector: string | null;
  epss: string | null;
  kev: string | null;
}

/** A fact on a host. `generation`: of the knowledge that says so. */
export interface FindingRow extends FactRow {
  host_id: number;
  ip: string;
  host_name: string;
  first_seen: number;
  last_seen: number;
  accepted: string | null;
  generation: number | null;
}

/** Of facts k and vulnerabilities v. */
export const FACT_COLUMNS = `k.origin, k.vulnerability_id, k.package, k.architecture, k.port, k.transport, k.installed_version, k.fixed_version, k.severity, k.confidence, k.advisory, k.advisory_url, k.feed, k.basis,
  v.title, v.aliases, v.cvss_score, v.cvss_vector, v.epss, v.kev`;

/** The version that a feed had at a generation of the knowledge. */
export type FeedVersion = (feed: NonNullable<Fact['feed']>, generation: number) => string | null;

export type Finding = ReturnType<typeof toFinding>;

/** A finding as it is told. */
export function toFinding(
  { basis, aliases, epss, kev, accepted, host_name, generation, origin, ...row }: FindingRow,
  feedVersion: FeedVersion,
) {
  const { reason, by, until } = (parseJsonColumn(accepted) ?? {}) as {
    reason?: string;
    by?: string;
    until?: number | null;
  };
  const {
    vulnerability_id,
    title,
    severity,
    cvss_score,
    cvss_vector,
    host_id,
    ip,
    package: name,
    architecture,
    port,
    transport,
    installed_version,
    fixed_version,
    confidence,
    advisory,
    advisory_url,
    feed,
    first_seen,
    last_seen,
  } = row;
  const told = { ...row, origin, basis: JSON.parse(basis) as Fact['basis'] };
  return {
    vulnerability_id,
    aliases: findingAliases(told, JSON.parse(aliases) as string[]),
    title,
    severity,
    cvss_score,
    cvss_vector,
    epss: parseJsonColumn(epss) as Epss | null,
    kev: parseJsonColumn(kev) as Kev | null,
    host_id,
    ip,
    name: host_name,
    package: name,
    architecture,
    port,
    transport,
    installed_version,
    fixed_version,
    confidence,
    advisory,
    advisory_url,
    feed,
    feed_version: feed === null ? null : feedVersion(feed, generation ?? Number.MAX_SAFE_INTEGER),
    ...explainFinding(told, title),
    first_seen,
    last_seen,
    accepted: reason === undefined ? null : { reason, by: by ?? '', until: until ?? null },
  };
}

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

/** JSON of a column; null where there is none. */
export const parseJsonColumn = (json: string | null): unknown =>
  json === null ? null : JSON.parse(json);
