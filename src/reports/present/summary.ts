import { SEVERITIES, type Severity } from '../../knowledge/records.js';
import type { CoverageCounts } from '../../vulnerabilities/coverage/coverage-counts.js';
import { countSeverities, mapSeverities } from '../../vulnerabilities/severity.js';
import type { NotCompared, TaskDiff } from '../diff.js';

/** Findings of one severity. `open`: on all hosts of the task, without accepted ones. */
interface SeverityCounts {
  new: number;
  fixed: number;
  open: number;
}

/** The counts of a diff, as every form shows them. `not_compared`: hosts and ports. */
export interface DiffSummary {
  new: number;
  fixed: number;
  changed: number;
  unchanged: number;
  accepted: number;
  not_compared: number;
  open: number;
  checked_hosts: number;
  not_checked_hosts: number;
  unanswered_addresses: number;
  coverage: CoverageCounts;
  by_severity: Record<Severity, SeverityCounts>;
}

/** The counts of everything that one task found. `findings`, `by_severity`: without accepted ones. */
export interface ReportSummaryCounts {
  findings: number;
  accepted: number;
  services: number;
  without_result: number;
  checked_hosts: number;
  not_checked_hosts: number;
  unanswered_addresses: number;
  coverage: CoverageCounts;
  by_severity: Record<Severity, number>;
}

/** Returns the counts of a diff. */
export function summarizeDiff(diff: TaskDiff): DiffSummary {
  const newBySeverity = countSeverities(diff.new);
  const fixedBySeverity = countSeverities(diff.fixed);
  return {
    new: diff.new.length,
    fixed: diff.fixed.length,
    changed: diff.changed.length,
    unchanged: diff.unchanged,
    accepted: diff.accepted,
    not_compared: diff.not_compared.length,
    open: diff.open.reduce((a, b) => a + b, 0),
    checked_hosts: diff.coverage.checkedHosts,
    not_checked_hosts: diff.coverage.notCheckedHosts,
    unanswered_addresses: diff.coverage.unansweredAddresses,
    coverage: diff.coverage.parts,
    by_severity: mapSeverities((severity, i) => ({
      new: newBySeverity[severity],
      fixed: fixedBySeverity[severity],
      open: diff.open[i] ?? 0,
    })),
  };
}

/** Returns the counts of a report of one task: its findings are the `new` ones of a diff without a baseline. */
export function summarizeReport(diff: TaskDiff): ReportSummaryCounts {
  const open = diff.new.filter((e) => e.accepted === null);
  return {
    findings: open.length,
    accepted: diff.new.length - open.length,
    services: diff.services.opened.length,
    without_result: withoutResult(diff).length,
    checked_hosts: diff.coverage.checkedHosts,
    not_checked_hosts: diff.coverage.notCheckedHosts,
    unanswered_addresses: diff.coverage.unansweredAddresses,
    coverage: diff.coverage.parts,
    by_severity: countSeverities(open),
  };
}

/** Returns the hosts without a result in a task. Those whose result was not matched have one. */
export const withoutResult = ({ not_compared }: TaskDiff): NotCompared[] =>
  not_compared.filter(({ reason }) => reason !== 'not_matched');

/** Returns the highest severity among the new and among the open findings of a diff; null: there are none. */
export function highestSeverities(
  diff: TaskDiff,
): Record<'worstNew' | 'worstOpen', Severity | null> {
  const found = new Set(diff.new.map(({ fact }) => fact.severity));
  return {
    worstNew: SEVERITIES.find((s) => found.has(s)) ?? null,
    worstOpen: SEVERITIES.find((_s, i) => (diff.open[i] ?? 0) > 0) ?? null,
  };
}
