import type { Sqlite } from '../../database/sqlite.js';
import { SEVERITIES, type Severity } from '../../knowledge/records.js';
import { taskNumber } from '../../tasks/tasks.start.js';
import type { FleetCoverage } from '../../vulnerabilities/coverage/fleet-coverage.js';
import type { FindingTotals, FleetSummary, SummaryTask, WorstHost } from '../fleet.js';
import {
  countAgents,
  countFindingChanges,
  countHostsByStatus,
  countMissedStarts,
  countTasks,
  readHostNames,
  readLastTasks,
  readNextStarts,
} from '../fleet.repository.js';
import type { Fleet } from '../state/fleet-state.js';
import { byRiskOfHost, type HostFindings } from '../state/host-findings.js';
import { presentGroups } from './present-groups.js';
import { firstGroups } from './remediations.js';

const LISTED_HOSTS = 5;
const LISTED_REMEDIATIONS = 5;
const SECONDS_PER_DAY = 86_400;

/** Returns the summary of the fleet. @param now Unix seconds */
export function summarizeFleet(
  sqlite: Sqlite,
  fleet: Fleet,
  coverage: FleetCoverage,
  now: number,
): FleetSummary {
  const byStatus = Object.fromEntries(
    countHostsByStatus(sqlite).map(({ status, hosts }) => [status, hosts]),
  );
  const { installed, online } = countAgents(sqlite);
  const since = now - SECONDS_PER_DAY;
  const { working, failed } = countTasks(sqlite, since);
  return {
    hosts: {
      total: coverage.total,
      by_status: { online: 0, offline: 0, unknown: 0, ...byStatus },
      coverage,
    },
    findings: totalsOf(sqlite, fleet, now),
    worst_hosts: worstHosts(sqlite, fleet),
    remediations: presentGroups(sqlite, firstGroups(fleet, LISTED_REMEDIATIONS), fleet.columns),
    agents: { online, offline: installed - online, none: coverage.total - installed },
    tasks: { working, failed_24h: failed, last: readLastTasks(sqlite).map(toSummaryTask) },
    schedules: { next: readNextStarts(sqlite), missed_24h: countMissedStarts(sqlite, since) },
  };
}

function totalsOf(sqlite: Sqlite, { hosts }: Fleet, now: number): FindingTotals {
  const bySeverity = SEVERITIES.map(() => 0);
  let open = 0;
  let knownExploited = 0;
  let accepted = 0;
  for (const host of hosts.values()) {
    open += host.open;
    knownExploited += host.knownExploited;
    accepted += host.accepted;
    host.bySeverity.forEach((n, i) => {
      bySeverity[i] = (bySeverity[i] ?? 0) + n;
    });
  }
  const week = countFindingChanges(sqlite, now, 7);
  const month = countFindingChanges(sqlite, now, 30);
  return {
    open,
    by_severity: namedSeverities(bySeverity),
    known_exploited: knownExploited,
    accepted,
    new_7d: week.appeared,
    fixed_7d: week.disappeared,
    new_30d: month.appeared,
    fixed_30d: month.disappeared,
  };
}

/** @param counts in the order of SEVERITIES */
export const namedSeverities = (counts: readonly number[]): Record<Severity, number> =>
  Object.fromEntries(SEVERITIES.map((s, i) => [s, counts[i] ?? 0])) as Record<Severity, number>;

function worstHosts(sqlite: Sqlite, { hosts }: Fleet): WorstHost[] {
  const worst = firstHosts(hosts.values(), LISTED_HOSTS);
  const ids = worst.map(({ id }) => id);
  const names = new Map(readHostNames(sqlite, ids).map((host) => [host.id, host]));
  return worst.map(({ id, risk, open, knownExploited }) => {
    const { ip = '', name = '' } = names.get(id) ?? {};
    return { host_id: id, ip, name, risk, open, known_exploited: knownExploited };
  });
}

/** Returns the hosts with the highest risk, without ranking the others. Hosts without an open finding have none. */
function firstHosts(hosts: Iterable<HostFindings>, count: number): HostFindings[] {
  let first: HostFindings[] = [];
  for (const host of hosts) {
    const last = first.length < count ? undefined : first.at(-1);
    const isBetter = last === undefined || byRiskOfHost(host, last) < 0;
    if (host.open > 0 && isBetter) first = [...first, host].sort(byRiskOfHost).slice(0, count);
  }
  return first;
}

const toSummaryTask = ({
  id,
  templates_id,
  name,
  ...task
}: ReturnType<typeof readLastTasks>[number]): SummaryTask => ({
  task_id: id,
  number_task: taskNumber(id),
  template_id: templates_id,
  template: name,
  ...task,
});
