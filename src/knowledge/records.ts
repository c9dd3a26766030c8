import type { VersionOrder } from '../versions/order.js';

/**
 * Severity ratings, from the highest to the lowest, to which all publishers' ratings are mapped. `unknown`: not
 * rated.
 */
export const SEVERITIES = ['critical', 'high', 'medium', 'low', 'none', 'unknown'] as const;
export type Severity = (typeof SEVERITIES)[number];

/**
 * States of the exploitation of a vulnerability (SSVC 2.0.3, decision point `Exploitation`). `none`: no
 * evidence; `poc`: exploit code is public; `active`: attackers use it.
 */
export const EXPLOITATIONS = ['none', 'poc', 'active'] as const;
export type ExploitationState = (typeof EXPLOITATIONS)[number];

/** The package that ranges apply to (OSV: `affected[].package`). */
export interface AffectedPackage {
  /**
   * the ecosystem as OSV names it (`Debian:12`, `Ubuntu:22.04:LTS`, `Ubuntu:Pro:22.04:LTS`, `Alpine:v3.21`,
   * `AlmaLinux:9`, `Rocky Linux:9`, `Red Hat:…`, `SUSE:…`, `openSUSE:…`, `Wolfi`, `Chainguard`), or `cpe:a`, `cpe:o`,
   * `cpe:h`
   */
  ecosystem: string;
  /** whether the name is that of the source package, of the package itself, or `vendor:product` of a CPE */
  kind: 'source' | 'binary' | 'cpe';
  name: string;
}

/**
 * The publisher's assessment of the versions of a range. `open`: no fix yet; `undetermined`: not yet triaged; `no_fix`:
 * no fix is planned; `postponed`: a fix is deferred to a later update; `end_of_life`: the release no longer
 * supports this package; `subscription`: the fix requires a subscription (Ubuntu Pro); `not_affected`: triaged, and not
 * affected.
 */
export type RangeState =
  | 'fixed'
  | 'open'
  | 'undetermined'
  | 'no_fix'
  | 'postponed'
  | 'end_of_life'
  | 'subscription'
  | 'not_affected';

export interface RecordRange {
  affectedPackage: AffectedPackage;
  order: VersionOrder;
  /** the first affected version; null: no lower bound */
  introduced: string | null;
  /** true: `introduced` itself is not affected (NVD: versionStartExcluding) */
  introducedExcluded?: boolean;
  /** the first version that is not affected; null: none, or `lastAffected` is the upper bound */
  fixed: string | null;
  /** the last affected version, if no fixed one is given */
  lastAffected: string | null;
  /**
   * the first version after the range, if it is not said to be fixed: the end of `2.*`, or the start of versions
   * whose status is unknown. Only without `fixed` and `lastAffected`.
   */
  endsBefore?: string;
  /**
   * Alpine: `fixed` has no position in apk's order (`4.8.0.-r1`). `below`: the range contains all versions older than
   * those that begin with the same numbers; `among`: those versions, from `introduced` on.
   */
  unclear?: 'below' | 'among';
  state: RangeState;
  /** rated unimportant by the publisher: reported on request only */
  hidden?: boolean;
  /** the publisher's rating for this release, if it differs from the record's */
  severity?: Severity | null;
  /** the module stream of this build (`nodejs:18`); `*`: a module build of an unnamed stream; null: no module */
  module?: string | null;
  /**
   * NVD: only these platforms (CPE names) are affected, or only BIND's subscription edition. Ubuntu: the affected
   * binary packages with the fixed version of each. `cna`: the range is not NVD's own; it is from the publisher of
   * the CVE record that NVD names so. `extended`: of the end of a system, that of its extended support.
   */
  conditions?: {
    platform?: string[];
    preview?: boolean;
    cna?: string;
    extended?: string;
    binaries?: Record<string, string | null>;
    /** of Ubuntu Pro, that has the fix */
    service?: 'esm-infra' | 'esm-apps';
  } | null;
}

/**
 * The ranks of records. The record with the lowest rank decides about a CVE in a package. `advisory` records decide
 * only if there is no other record.
 */
export const SOURCE_PRECEDENCE = { tracker: 0, cveRecord: 1, secdb: 2, advisory: 3 } as const;

/**
 * One parsed record of a publisher. It is the unit of storage: when anything in it changes, the stored record is closed
 * and a new one is inserted.
 */
export interface KnowledgeRecord {
  /**
   * the publisher's id (`DSA-5000-1`, `ALSA-2024:1`, `CVE-2024-1`). The Debian tracker has several records with one
   * name, one for each source package: name and content together are unique within a feed and part.
   */
  name: string;
  rank: number;
  /** the CVEs it is about, each once; without any, its own id */
  vulnerabilities: string[];
  /** other ids of the same vulnerability */
  aliases: string[];
  /** the summary, else the first sentence of the details, else the id; at most 300 characters */
  title: string;
  severity: Severity | null;
  cvssVector: string | null;
  cvssScore: number | null;
  /** what the record states about exploitation; absent: nothing */
  exploitation?: ExploitationState;
  /** when a CVE was published, in Unix seconds; only of NVD, and not of old ones */
  published?: number;
  /** CPE names (`f5:nginx`) of programs that it names without versions that can be compared; absent: none */
  unmatchedProducts?: string[];
  url: string | null;
  /** Records without ranges are stored for the summary of their vulnerability (NVD: CVSS). */
  ranges: RecordRange[];
}

/** A record that could not be parsed. `sample`: at most 200 characters of it, without control characters. */
export interface RejectedRecord {
  record: string;
  reason: string;
  sample: string;
}

/** From when on the date of a CVE is stored, in Unix seconds: those of the last twelve months are counted. */
export const COUNTED_FROM = Date.UTC(2025, 9) / 1000;

/** `until` of a current row. */
export const CURRENT = Number.MAX_SAFE_INTEGER;

export type FeedName =
  | 'osv-debian'
  | 'osv-ubuntu'
  | 'osv-alpine'
  | 'osv-almalinux'
  | 'osv-rocky'
  | 'osv-redhat'
  | 'osv-suse'
  | 'osv-opensuse'
  | 'osv-wolfi'
  | 'osv-chainguard'
  | 'debian-tracker'
  | 'alpine-secdb'
  | 'nvd'
  | 'kev'
  | 'epss'
  | 'eol';
