import type { Severity } from '../../knowledge/records.js';
import { mapSeverities } from '../../vulnerabilities/severity.js';
import { combineRisks } from '../../vulnerabilities/risk/risk.js';
import type { OpenFinding, ReportHost, TaskCoverage } from '../diff.js';
import type { PresentFinding } from './entry-view.js';

/** The open findings of a host. `gap`: why it was not or only partly checked; null: it was. `risk`: of all together. */
export interface HostSummary {
  host: ReportHost;
  open: number;
  by_severity: Record<Severity, number>;
  known_exploited: number;
  fixable: number;
  accepted: number;
  risk: number;
  gap: string | null;
}

type Collected = Omit<HostSummary, 'risk'> & { risks: number[] };

/**
 * Returns the hosts with open or accepted findings and those whose result was not fully matched, worst first. Hosts
 * without a result and without a known finding are listed elsewhere: in a scan of a network they are most of all.
 */
export function summarizeHosts(
  open: readonly OpenFinding[],
  { gaps }: Pick<TaskCoverage, 'gaps'>,
  presentFinding: PresentFinding,
): HostSummary[] {
  const hosts = new Map<number, Collected>();
  const collect = (host: ReportHost): Collected => {
    const known = hosts.get(host.host_id) ?? emptyHost(host);
    hosts.set(host.host_id, known);
    return known;
  };
  for (const finding of open) addFinding(collect(finding.host), finding, presentFinding);
  for (const { reason, message, hosts: ofGap } of gaps)
    for (const host of ofGap) {
      if (reason === 'no_result' && !hosts.has(host.host_id)) continue;
      const summary = collect(host);
      summary.gap = summary.gap === null ? message : `${summary.gap} ${message}`;
    }
  return [...hosts.values()]
    .map(({ risks, ...summary }) => ({ ...summary, risk: combineRisks(risks) }))
    .sort((a, b) => b.risk - a.risk || b.open - a.open);
}

const emptyHost = (host: ReportHost): Collected => ({
  host,
  open: 0,
  by_severity: mapSeverities(() => 0),
  known_exploited: 0,
  fixable: 0,
  accepted: 0,
  risks: [],
  gap: null,
});

function addFinding(
  summary: Collected,
  { fact, accepted }: OpenFinding,
  presentFinding: PresentFinding,
): void {
  if (accepted) {
    summary.accepted += 1;
    return;
  }
  const { kev, risk } = presentFinding(fact);
  summary.open += 1;
  summary.by_severity[fact.severity] += 1;
  if (kev) summary.known_exploited += 1;
  if (fact.fixed_version !== null || fact.origin === 'check') summary.fixable += 1;
  summary.risks.push(risk);
}
