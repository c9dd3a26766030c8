import type { FeedName, RangeState, Severity, VersionOrder } from '../knowledge/records.js';

/** `confirmed`: the host's own package list says so, or a check saw it; `version-based`: a banner with a distribution's revision, or a version that the data covers; `possible`: an upstream version where a backport may hide. */
export type FindingConfidence = 'confirmed' | 'version-based' | 'possible';

/** What explanation and remedy are written from (pure functions, `explain.ts`). Part of what a fact is, but not of what makes a finding `changed`. */
export interface FactBasis {
  /** how the versions were compared; null: a check */
  order: VersionOrder | null;
  scope: string | null;
  /** the name the data knows the package by, and the version that was compared, where they are not the package's own */
  source: string | null;
  source_version: string | null;
  state: RangeState | null;
  /** the package format (dpkg, rpm, …), for the command that mends it */
  format: string | null;
  /** a kernel that is installed but not the running one */
  not_running?: boolean;
  /** hidden unless asked for: unimportant in the publisher's eyes */
  unimportant?: boolean;
  /** of a service: it holds on some systems or in some editions only, and which this is was not seen */
  on_some_platforms?: boolean;
  /** other advisories that say the same */
  advisories?: string[];
  /** of a check: what was seen, cleaned and bounded */
  evidence?: string;
}

/** What is said of a package or a port, whichever host has it. `facts` keeps each once; a finding is a fact on a host. */
export interface Fact {
  origin: 'package' | 'service' | 'check';
  vulnerability_id: string;
  package: string | null;
  architecture: string | null;
  port: number | null;
  transport: 'tcp' | 'udp' | null;
  installed_version: string | null;
  fixed_version: string | null;
  severity: Severity;
  confidence: FindingConfidence;
  advisory: string;
  advisory_url: string | null;
  feed: FeedName | null;
  basis: FactBasis;
}

/** What may change about a vulnerability without changing a finding. Scores: CVSS 0 to 10. */
export interface VulnerabilitySummary {
  id: string;
  title: string;
  aliases: string[];
  cvss_score: number | null;
  cvss_vector: string | null;
}

/** A fact before it has a number, with what is known of its vulnerability. */
export interface Match {
  fact: Fact;
  summary: VulnerabilitySummary;
}

/** A package as it is judged; `module`: MODULARITYLABEL. */
export interface MatchablePackage {
  format: string;
  name: string;
  version: string;
  architecture: string | null;
  source: string | null;
  source_version: string | null;
  module: string | null;
}

/** A service as it is judged. */
export interface MatchableService {
  port: number;
  transport: 'tcp' | 'udp';
  service: string | null;
  product: string | null;
  version: string | null;
  revision: string | null;
  cpe: string | null;
  banner: string | null;
}

/**
 * Judges by the knowledge of one moment. All of it is synchronous reading of knowledge.db.
 * `generation` absent: the newest. A generation of which the history is no longer kept is judged by the oldest that is.
 */
export interface Matcher {
  generation(): number;
  /** for each package of the list its judgements, by the data of these releases */
  matchPackages(
    scopes: readonly string[],
    packages: readonly MatchablePackage[],
    generation?: number,
  ): Match[][];
  /** what the data says of one service */
  matchService(service: MatchableService, generation?: number): Match[];
}
