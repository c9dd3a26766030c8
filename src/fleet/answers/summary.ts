import { CONFLICT_SECONDS } from '../../agents/polling/machine-identity.js';
import type { Sqlite } from '../../database/sqlite.js';
import { SEVERITIES } from '../../knowledge/records.js';
import { taskNumber } from '../../tasks/tasks.start.js';
import { readEndingAcceptances } from '../../vulnerabilities/acceptances/ending-acceptances.js';
import { isUnchecked, type HostSelection } from '../../vulnerabilities/coverage/coverage.js';
import type { FleetCoverage } from '../../vulnerabilities/coverage/fleet-coverage.js';
import { SECONDS_PER_DAY } from '../../lib/times.js';
import type { FindingTotals, FleetSummary, SummaryTask, WorstHost } from '../fleet.js';
import {
  countAgents,
  countFindingChanges,
  countHostsByStatus,
  countMissedStarts,
  countTasks,
  readHostNames,
  readHostsExcept,
  readIdentityConflicts,
  readLastTasks,
  readNextStarts,
} from '../fleet.repository.js';
import type { Fleet } from '../state/fleet-state.js';
import { byRiskOfHost, type FleetGroup } from '../state/host-findings.js';
import { nameSeverities, hostRiskOf, type ReadCoverages } from './host-risk.js';
import { takeFirst } from './first.js';
import { firstGroups } from './first-groups.js';
import { presentGroups } from './present-groups.js';

const LISTED_HOSTS = 20;
const LISTED_REMEDIATIONS = 5;
const ENDING_DAYS = 14;

/** The coverage of the fleet and of single hosts. */
interface SummaryCoverage {
  ofFleet: (selection: HostSelection) => FleetCoverage;
  readCoverages: ReadCoverages;
}

type Summarize = (fleet: Fleet, coverage: SummaryCoverage, now: number) => FleetSummary;

/** Creates the function that summarizes the fleet. The sums of its findings are computed once for a version. */
export function createSummary(sqlite: Sqlite): Summarize {
  let version = -1;
  let ofFindings: FindingParts | null = null;
  return (fleet, { ofFleet, readCoverages }, now) => {
    const coverage = ofFleet({});
    if (ofFindings === null || fleet.version !== version) ofFindings = summarizeFindings(fleet);
    version = fleet.version;
    const { counts, worst, first } = ofFindings;
    const since = now - SECONDS_PER_DAY;
    const { installed, online } = countAgents(sqlite);
    const { working, failed } = countTasks(sqlite, since);
    return {
      hosts: { total: coverage.total, by_status: readStatuses(sqlite), coverage },
      findings: { ...counts, ...readChanges(sqlite, now) },
      worst_hosts: presentHosts(sqlite, fleet, { worst, readCoverages }),
      remediations: presentGroups(sqlite, first, fleet.columns),
      acceptances: { ending_14d: readEndingAcceptances(sqlite, now, ENDING_DAYS) },
      agents: {
        online,
        offline: installed - online,
        none: coverage.total - installed,
        identity_conflicts: readIdentityConflicts(sqlite, now - CONFLICT_SECONDS, LISTED_HOSTS),
      },
      tasks: { working, failed_24h: failed, last: readLastTasks(sqlite).map(toSummaryTask) },
      schedules: { next: readNextStarts(sqlite), missed_24h: countMissedStarts(sqlite, since) },
    };
  };
}

/** The parts of the summary that depend on the findings only. */
interface FindingParts {
  counts: Pick<FindingTotals, 'open' | 'by_severity' | 'known_exploited' | 'accepted'>;
  /** ids */
  worst: readonly number[];
  first: readonly FleetGroup[];
}

const summarizeFindings = (fleet: Fleet): FindingParts => ({
  counts: countFindings(fleet),
  worst: takeFirst(fleet.hosts.values(), LISTED_HOSTS, byRiskOfHost).map(({ id }) => id),
  first: firstGroups(fleet, LISTED_REMEDIATIONS),
});

const readStatuses = (sqlite: Sqlite): FleetSummary['hosts']['by_status'] => ({
  online: 0,
  offline: 0,
  unknown: 0,
  ...Object.fromEntries(countHostsByStatus(sqlite).map(({ status, hosts }) => [status, hosts])),
});

function countFindings({ hosts }: Fleet): FindingParts['counts'] {
  const severityCounts = SEVERITIES.map(() => 0);
  let open = 0;
  let knownExploited = 0;
  let accepted = 0;
  for (const host of hosts.values()) {
    open += host.open;
    knownExploited += host.knownExploited;
    accepted += host.accepted;
    for (let i = 0; i < severityCounts.length; i += 1)
      severityCounts[i] = (severityCounts[i] ?? 0) + (host.severityCounts[i] ?? 0);
  }
  const by_severity = nameSeverities(severityCounts);
  return { open, by_severity, known_exploited: knownExploited, accepted };
}

function readChanges(
  sqlite: Sqlite,
  now: number,
): Pick<FindingTotals, 'new_7d' | 'fixed_7d' | 'new_30d' | 'fixed_30d'> {
  const week = countFindingChanges(sqlite, now, 7);
  const month = countFindingChanges(sqlite, now, 30);
  return {
    new_7d: week.appeared,
    fixed_7d: week.disappeared,
    new_30d: month.appeared,
    fixed_30d: month.disappeared,
  };
}

/** Returns the hosts of the highest risk, then those without findings by id, as the list by risk. */
function presentHosts(
  sqlite: Sqlite,
  fleet: Fleet,
  { worst, readCoverages }: Pick<FindingParts, 'worst'> & Pick<SummaryCoverage, 'readCoverages'>,
): WorstHost[] {
  const others =
    worst.length < LISTED_HOSTS ? readHostsExcept(sqlite, worst, LISTED_HOSTS - worst.length) : [];
  const ids = [...worst, ...others];
  const names = new Map(readHostNames(sqlite, ids).map((host) => [host.id, host]));
  const isOpen = (id: number): boolean => hostRiskOf(fleet, id).open > 0;
  const coverages = readCoverages(ids.filter((id) => !isOpen(id)));
  return ids.map((id) => {
    const { ip = '', name = '' } = names.get(id) ?? {};
    const coverage = coverages.get(id);
    const checked = isOpen(id) || (coverage !== undefined && !isUnchecked(coverage));
    return { host_id: id, ip, name, ...hostRiskOf(fleet, id), checked };
  });
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
