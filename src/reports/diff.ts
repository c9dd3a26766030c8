import type { Fact, MatchableService } from '../vulnerabilities/facts.js';
import type { Cause } from '../vulnerabilities/ledger/cause.js';
import type { CheckResult } from '../pentest/checks/check.js';
import type { TlsInfo } from '../pentest/service.js';
import type { CoverageReason, FeedDate } from '../vulnerabilities/coverage/coverage-part.js';
import type { CoverageCounts } from '../vulnerabilities/coverage/coverage-counts.js';
import type {
  CoverageState,
  PackageListState,
} from '../vulnerabilities/coverage/coverage-state.js';

/**
 * A stored fact, with the fields that a comparison needs. Facts with equal `identity` are one
 * finding: the same vulnerability in the same package, or on the same port.
 */
export interface ReportFact extends Omit<Fact, 'basis'> {
  id: number;
  identity: number;
  /** JSON, as stored */
  basis: string;
}

/** An open port as a task observed it. Additional fields are passed through unchanged. */
export interface ReportService extends MatchableService {
  tls: TlsInfo | null;
  confidence: string;
}

/**
 * The point in time at which acceptances are evaluated. `change`: number of changes to acceptances
 * made until then; `at`: Unix seconds.
 */
export interface AsOf {
  change: number;
  at: number;
}

/**
 * An observation of a host or port. `observed_at`: Unix seconds; `generation`: the generation of the
 * knowledge that it was matched with; `rules`: the version of the rules of matching, 0: unknown; `asOf`: selects the
 * acceptances that applied.
 */
export interface Observation {
  observed_at: number;
  generation: number;
  rules: number;
  asOf: AsOf;
}

export interface ReportHost {
  host_id: number;
  ip: string;
  name: string;
}

/**
 * The result of an inventory. `sequence`: results are numbered in the order of their observation; 0:
 * unknown. `ecosystems`: JSON array, as stored. `system`: its full name; null: unknown, or an older result.
 */
export interface PackagesResult {
  kind: 'packages';
  sequence: number;
  observed_at: number;
  generation: number;
  rules: number;
  ecosystems: string;
  system: string | null;
  package_list: PackageListState;
  /** JSON of OtherPackages; null: none is known */
  other_packages: string | null;
  state_id: number;
  facts_id: number;
}

/**
 * The result of a scan. `scannedPorts`: as stored (`22,80,1000-1999`); `silentPorts`: those of them that gave
 * no answer; `lostPorts`: those of them on which the host had a service.
 */
export interface PortsResult {
  kind: 'ports';
  sequence: number;
  observed_at: number;
  generation: number;
  rules: number;
  facts_id: number;
  scannedPorts: string;
  silentPorts: string;
  lostPorts: string;
  services: readonly ReportService[];
  checks: readonly CheckResult[];
}

/**
 * One host of one task. `result`: null if none was stored. `isUnanswered`: an address of a range at which no host was
 * known when the task tried it.
 */
export interface TaskHostResult extends ReportHost {
  isUnanswered: boolean;
  outcome: string | null;
  detail: string | null;
  result: PackagesResult | PortsResult | null;
}

/** A finished task. Times: Unix seconds. */
export interface ReportTask {
  id: number;
  finished_at: number;
  /** number of changes to acceptances made until the task finished */
  acceptance_changes: number;
  status: string;
  started_at: number | null;
  /** what the task collects of a host */
  collects: 'packages' | 'services';
  /** false: the task ran with `checks` off */
  are_checks_on: boolean;
}

/** One side of a comparison. `state`: of the package or port; `service`: the one listening on the port. */
export interface Evidence {
  state: 'installed' | 'not_installed' | 'open' | 'closed' | 'unknown';
  installed_version: string | null;
  fixed_version: string | null;
  service: ReportService | null;
  banner: string | null;
  observed_at: number;
  feed_version: string | null;
}

/** `until`: Unix seconds; null: no expiry. `kind`: who stated it, a user of the service or a vendor (VEX). */
export interface Acceptance {
  reason: string;
  by: string;
  until: number | null;
  id: number;
  kind: 'person' | 'vendor';
}

/**
 * A finding that differs. `cause`: null if only an acceptance started or ended. `fact`: of the newer
 * side, if present there, otherwise of the older side. `haveRulesChanged`: the two sides were matched by different
 * rules.
 */
export interface ReportEntry {
  host: ReportHost;
  fact: ReportFact;
  cause: Cause | null;
  haveRulesChanged: boolean;
  before: Evidence | null;
  after: Evidence | null;
  changes: string[];
  generation: number;
  first_seen: number;
  last_seen: number;
  accepted: Acceptance | null;
}

/** A finding that is open after a task. */
export type OpenFinding = Pick<ReportEntry, 'host' | 'fact' | 'accepted'>;

export interface ObservedService {
  service: ReportService;
  first_seen: number;
  last_seen: number;
}

/**
 * Why a port that is open now is not one that opened: this is the first scan of its `host`, or of this `port`.
 * null: the port was scanned before.
 */
export type ServiceBaseline = 'host' | 'port' | null;

/** A port whose service was opened (`before` is null), closed (`after` is null) or replaced. */
export interface ServiceEntry {
  baseline: ServiceBaseline;
  host: ReportHost;
  port: number;
  transport: 'tcp' | 'udp';
  before: ObservedService | null;
  after: ObservedService | null;
}

/**
 * A host whose previous findings are kept as the baseline of its next comparison. `ports`: null for
 * the whole host, otherwise the ports concerned.
 */
export interface NotCompared extends ReportHost {
  reason: string;
  detail: string | null;
  ports: string | null;
}

/** A device that answers at another address than before. `evidence`: what it was recognized by. */
export interface MovedDevice {
  from: ReportHost;
  to: ReportHost;
  evidence: string;
}

/** Hosts with the same gap in their coverage. `message`: a sentence with the remedy. */
export interface CoverageGap {
  state: CoverageState;
  reason: CoverageReason | null;
  message: string;
  hosts: ReportHost[];
}

/**
 * The extent of the checks of a task. `feeds`: those that took part, with the date of their data at that time.
 * `unansweredAddresses`: number of addresses of ranges at which no host is known; they are no hosts of the task.
 */
export interface TaskCoverage {
  unansweredAddresses: number;
  checkedHosts: number;
  notCheckedHosts: number;
  parts: CoverageCounts;
  gaps: CoverageGap[];
  feeds: FeedDate[];
}

/** The differences of one task from its baseline. */
export interface TaskDiff {
  task: ReportTask;
  base_task_id: number | null;
  new: ReportEntry[];
  fixed: ReportEntry[];
  changed: ReportEntry[];
  unchanged: number;
  accepted: number;
  not_compared: NotCompared[];
  moved: MovedDevice[];
  services: { opened: ServiceEntry[]; closed: ServiceEntry[]; changed: ServiceEntry[] };
  /**
   * Open findings on the task's hosts by severity, in the order of SEVERITIES, whether compared or
   * not. Excludes accepted ones.
   */
  open: number[];
  coverage: TaskCoverage;
}
