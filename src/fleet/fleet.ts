import type { HostStatus } from '../hosts/hosts.table.js';
import type { Severity } from '../knowledge/records.js';
import type { Coverage } from '../vulnerabilities/coverage/coverage.js';
import type { FleetCoverage } from '../vulnerabilities/coverage/fleet-coverage.js';
import type { Remediation } from '../vulnerabilities/remediations/remediations.js';

/** A host with a number of something. */
interface HostName {
  host_id: number;
  ip: string;
  name: string;
}

/** An action on one host, and the findings that it resolves. */
export type FleetRemediation = HostName & Remediation;

/** The open findings of a host: not accepted, and not rated unimportant. `risk`: 0 to 100. */
export interface HostRisk {
  risk: number;
  open: number;
  by_severity: Record<Severity, number>;
  known_exploited: number;
}

/** The risk of a host with what was checked of it. */
export type HostRiskAndCoverage = HostRisk & { coverage: Coverage };

/** Numbers of findings. `new_…`, `fixed_…`: in the last 7 and 30 days, see the glossary. */
export interface FindingTotals {
  open: number;
  by_severity: Record<Severity, number>;
  known_exploited: number;
  accepted: number;
  new_7d: number;
  fixed_7d: number;
  new_30d: number;
  fixed_30d: number;
}

/** A host of the highest risk. `checked`: it has findings, or a part of it was checked; else zero says nothing. */
export interface WorstHost extends HostName, HostRisk {
  checked: boolean;
}

/** A task in the summary. Times: Unix seconds. */
export interface SummaryTask {
  task_id: number;
  number_task: string;
  template_id: number;
  template: string | null;
  status: string;
  finished_at: number | null;
  hosts_total: number;
  hosts_done: number;
  error: string | null;
}

/** The state of the fleet, without its feeds. */
export interface FleetSummary {
  hosts: { total: number; by_status: Record<HostStatus, number>; coverage: FleetCoverage };
  findings: FindingTotals;
  worst_hosts: WorstHost[];
  remediations: FleetRemediation[];
  acceptances: { ending_14d: number };
  agents: { online: number; offline: number; none: number; identity_conflicts: HostName[] };
  tasks: { working: number; failed_24h: number; last: SummaryTask[] };
  schedules: { next: { template_id: number; name: string; at: number }[]; missed_24h: number };
}
