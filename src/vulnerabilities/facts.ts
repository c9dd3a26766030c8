import type { ExploitationState, FeedName, RangeState, Severity } from '../knowledge/records.js';
import type { VersionOrder } from '../versions/order.js';

/**
 * `confirmed`: the package list of the host or a check proves it. `version-based`: from a banner with the
 * distribution's revision, or from a version that the data covers. `possible`: from an upstream version that may
 * hide a backport.
 */
export type FindingConfidence = 'confirmed' | 'version-based' | 'possible';

/**
 * Further versions that a vulnerability affects: from `from` (inclusive) to `to` (exclusive), as version keys in
 * hexadecimal. `fixed` is the version that `to` stands for, `last` the last affected one; null: not published.
 */
export interface AffectedVersions {
  from: string;
  to: string;
  fixed: string | null;
  last: string | null;
}

/**
 * The input of explanation and remediation, which are pure functions (explanation.ts). It is part of a fact. A
 * difference in it alone does not make a finding `changed`.
 */
export interface FactBasis {
  /** the version order of the comparison; null: a check */
  order: VersionOrder | null;
  /** the ecosystem; null: a check */
  scope: string | null;
  /** the name that the data uses, if it is not the package's own */
  source: string | null;
  /** the compared version, if it is not the package's own */
  source_version: string | null;
  state: RangeState | null;
  /** the last affected version, if the publisher names no fixed one: later versions are not affected */
  last_affected?: string;
  /** the package format (dpkg, rpm, …): selects the command that installs the fix */
  format: string | null;
  /** a kernel that is installed but not running */
  not_running?: boolean;
  /** of a kernel that is not running: it is upgraded, not removed */
  kept?: boolean;
  /** the vulnerability is in code that still runs, and no longer in the installed package */
  runs_old_code?: 'kernel' | 'processes';
  /** of processes: the version that they may run, and the services or programs that run it */
  processes?: { version: string; holders: string[]; unseen?: true };
  /** of the running kernel: the live patches that it has loaded, which may fix the vulnerability */
  live_patches?: string[];
  /** of the running kernel, where its package is in another version or removed */
  running_version?: string;
  /** the name and version of the installed kernel that runs after a reboot */
  next_kernel?: string;
  /** rated unimportant by its publisher: hidden unless requested */
  unimportant?: boolean;
  /** of a service: affects some systems or editions only, and a scan cannot see which one this is */
  on_some_platforms?: boolean;
  /** of a port: the program, as service detection names it */
  program?: string;
  /** affected versions that the end of the matched range leaves: an upgrade must not arrive there */
  also_affected?: AffectedVersions[];
  /** of a service: who stated the affected versions in the CVE record, if they are not from NVD's CPE data */
  cna?: string;
  /** other advisories about the same vulnerability in the same package */
  advisories?: string[];
  /** of a check: the observed bytes, cleaned and bounded */
  evidence?: string;
}

/** The content of a finding without the host. Table `facts` stores each once; a finding is a fact on a host. */
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

/** The properties of a vulnerability that may change without changing a finding. Scores: CVSS, 0 to 10. */
export interface VulnerabilitySummary {
  id: string;
  title: string;
  aliases: string[];
  cvss_score: number | null;
  cvss_vector: string | null;
  exploitation: ExploitationState | null;
}

/** A fact before it has an id, with the summary of its vulnerability. */
export interface Match {
  fact: Fact;
  summary: VulnerabilitySummary;
}

/** The properties of a package that matching uses. `module`: the rpm tag MODULARITYLABEL. */
export interface MatchablePackage {
  format: string;
  name: string;
  version: string;
  architecture: string | null;
  source: string | null;
  source_version: string | null;
  module: string | null;
  /** of an rpm, or the repository of a Debian package; absent: not known */
  vendor?: string | null;
}

/**
 * The origin of a package that its distribution did not build. `isProgram`: its program is known by name; `isMatched`:
 * there is data about it, which the package is matched with.
 */
export interface PackageOrigin {
  publisher: string;
  isProgram: boolean;
  isMatched: boolean;
  /** of the release of the same distribution that the package is of, if it has data about the package */
  ecosystems?: readonly string[];
}

/** The properties of a service that matching uses. */
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
 * Finds matches in one generation of the vulnerability database. All calls read knowledge.db synchronously.
 * `generation` absent: the newest. Older than the stored history: the oldest stored generation is used instead.
 */
export interface Matcher {
  /** Returns the newest generation. */
  generation(): number;
  /**
   * Returns the matches of each package, in the order of the list.
   * @param maxMatches the result ends before the package with which it would have more matches; default: no limit
   */
  matchPackages(
    ecosystems: readonly string[],
    packages: readonly MatchablePackage[],
    generation?: number,
    maxMatches?: number,
  ): Match[][];
  matchService(service: MatchableService, generation?: number): Match[];
  /** Returns the origin of a package that none of these ecosystems covers; null: one of them may cover it. */
  originOf: (
    ecosystems: readonly string[],
    pkg: MatchablePackage,
    generation?: number,
  ) => PackageOrigin | null;
}
