import type { Fact, MatchableService } from '../vulnerabilities/facts.js';
import type { TlsInfo } from '../pentest/service.js';

/** A stored fact, as far as a comparison needs it. Facts with equal `identity` (vulnerability and place) are one finding. */
export interface ReportFact extends Omit<Fact, 'basis'> {
  id: number;
  identity: number;
  /** JSON, as it is stored */
  basis: string;
}

/** An open port as a task found it. What further fields it has is passed on as it is. */
export interface ReportService extends MatchableService {
  tls: TlsInfo | null;
  confidence: string;
}

/** Of which moment acceptances count: how many changes of them there had been, and the time (Unix seconds). */
export interface AsOf {
  change: number;
  at: number;
}

/** When something was looked at, by which knowledge it was judged, and which acceptances held then. */
export interface Observation {
  observed_at: number;
  generation: number;
  moment: AsOf;
}

export interface ReportHost {
  host_id: number;
  ip: string;
  name: string;
}

/** `number`: results are numbered as they were seen; 0: not known. */
export interface PackagesResult {
  kind: 'packages';
  number: number;
  observed_at: number;
  generation: number;
  scopes: string;
  state_id: number;
  facts_id: number;
}
/** `looked_at`, `services`, `checks`: as they are stored. */
export interface PortsResult {
  kind: 'ports';
  number: number;
  observed_at: number;
  generation: number;
  facts_id: number;
  looked_at: string;
  services: string;
  checks: string;
}

/** One host of one task. `result`: null where none was stored. */
export interface TaskHostResult extends ReportHost {
  outcome: string | null;
  detail: string | null;
  result: PackagesResult | PortsResult | null;
}

export interface ReportTask {
  id: number;
  finished_at: number;
  acceptance_changes: number;
  status: string;
  started_at: number | null;
}

export type Cause = 'target' | 'knowledge' | 'both';

/** `state`: of the package or port on that side; `service`: what listened there. */
export interface Evidence {
  state: 'installed' | 'not_installed' | 'open' | 'closed' | 'unknown';
  installed_version: string | null;
  fixed_version: string | null;
  service: ReportService | null;
  banner: string | null;
  observed_at: number;
  feed_version: string | null;
}

export interface Acceptance {
  reason: string;
  by: string;
  until: number | null;
}

/** Something that differs. `cause`: null where only an acceptance began or ended. `fact`: what is told of it, of the newer side where there is one. */
export interface ReportEntry {
  host: ReportHost;
  fact: ReportFact;
  cause: Cause | null;
  before: Evidence | null;
  after: Evidence | null;
  changes: string[];
  generation: number;
  first_seen: number;
  last_seen: number;
  accepted: Acceptance | null;
}

export interface ObservedService {
  found: ReportService;
  first_seen: number;
  last_seen: number;
}
export interface ServiceEntry {
  host: ReportHost;
  port: number;
  transport: 'tcp' | 'udp';
  before: ObservedService | null;
  after: ObservedService | null;
}

/** A host (or, where `ports` stands, some of its ports) that keeps its last known findings as the base of its next comparison. */
export interface NotCompared extends ReportHost {
  reason: string;
  detail: string | null;
  ports: string | null;
}

/** What one task differs in from what was known before it. Counts in `open` are by severity, in the order of SEVERITIES. */
export interface TaskDiff {
  task: ReportTask;
  base_task_id: number | null;
  new: ReportEntry[];
  fixed: ReportEntry[];
  changed: ReportEntry[];
  unchanged: number;
  accepted: number;
  not_compared: NotCompared[];
  services: { opened: ServiceEntry[]; closed: ServiceEntry[]; changed: ServiceEntry[] };
  /** findings that are known to stand, on the hosts of this task, compared or not; accepted ones are left out */
  open: number[];
}
