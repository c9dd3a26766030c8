import type { VersionOrder } from '../versions/order.js';

export type { VersionOrder };

/** How bad a vulnerability is, in words that every publisher's own are brought to: from the worst to the mildest; what nobody has judged comes last. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low', 'none', 'unknown'] as const;
export type Severity = (typeof SEVERITIES)[number];

/**
 * Where a range may hit. `scope`: a release as OSV names it (`Debian:12`, `Ubuntu:22.04:LTS`, `Ubuntu:Pro:22.04:LTS`, `Alpine:v3.21`, `AlmaLinux:9`, `Rocky Linux:9`,
 * `Red Hat:…`, `SUSE:…`, `openSUSE:…`, `Wolfi`, `Chainguard`), or `cpe:a`, `cpe:o`, `cpe:h`. `kind`: by the name of the source package, of the package itself, or `vendor:product` of a CPE.
 */
export interface AffectedPackage {
  ecosystem: string;
  kind: 'source' | 'binary' | 'cpe';
  name: string;
}

/**
 * What the publisher says of these versions. `open`: no fix yet; `undetermined`: nobody has looked yet; `no_fix`: there will be none;
 * `postponed`: a fix will come with another; `end_of_life`: nobody mends this release any more; `subscription`: the fix is for subscribers (Ubuntu Pro); `not_affected`: looked at, and not so.
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
  /** first version that is affected; null: from the beginning */
  introduced: string | null;
  /** true: `introduced` itself is not affected (NVD's versionStartExcluding) */
  introducedExcluded?: boolean;
  /** first version that is not affected any more; null: none, or `lastAffected` tells the end */
  fixed: string | null;
  /** last version that is affected, where no fixed one is told */
  lastAffected: string | null;
  /** Alpine: `fixed` has no place in apk's order (`4.8.0.-r1`). `below`: this is about all that is older than what begins with the same numbers; `among`: about these, from `introduced` on. */
  unclear?: 'below' | 'among';
  state: RangeState;
  /** unimportant in the publisher's eyes: told only when asked for */
  hidden?: boolean;
  /** the publisher's judgement for this release, where it differs from the record's */
  severity?: Severity | null;
  /** the module stream this build is for (`nodejs:18`); `*`: a module build of a stream that is not told; null: no module */
  module?: string | null;
  /** NVD: it holds only on these platforms (CPE names), or in BIND's subscription edition; Ubuntu: the binary packages that are hit, with the version that mends each */
  conditions?: {
    platform?: string[];
    preview?: boolean;
    binaries?: Record<string, string | null>;
  } | null;
}

/** Who decides about a CVE in a package: the lower rank; `advisory` records never decide where one of the others speaks. */
export const SOURCE_PRECEDENCE = { tracker: 0, cveRecord: 1, secdb: 2, advisory: 3 } as const;

/** One record of a publisher, understood. The unit of storage: a record is closed and written anew when anything in it changes. */
export interface KnowledgeRecord {
  /** the publisher's id (`DSA-5000-1`, `ALSA-2024:1`, `CVE-2024-1`). The Debian tracker has several records of one name, one for each source package: name and content together are unique within a feed and part. */
  name: string;
  rank: number;
  /** the CVEs it is about, each once; where it names none its own id */
  vulnerabilities: string[];
  /** other names of the same */
  aliases: string[];
  /** the summary, else the first sentence of the details, else the id; at most 300 characters */
  title: string;
  severity: Severity | null;
  cvssVector: string | null;
  cvssScore: number | null;
  url: string | null;
  /** Records without ranges are kept for what they tell of their vulnerability (NVD: CVSS). */
  ranges: RecordRange[];
}

/** A record that was not understood. `sample`: at most 200 characters of it, cleaned of control characters. */
export interface RejectedRecord {
  record: string;
  reason: string;
  sample: string;
}

/** The newest `until`: in force. */
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
  | 'debian-tracker'
  | 'alpine-secdb'
  | 'nvd'
  | 'kev'
  | 'epss';
