import type { Sqlite } from '../../database/sqlite.js';
import { SEVERITIES } from '../../knowledge/records.js';
import { readMatchingFacts } from '../../vulnerabilities/flat/matching-facts.js';
import { readGroupHosts } from '../fleet.repository.js';
import type { FleetAnswers, RemediationFilter, RemediationPage } from '../messages.js';
import type { Fleet } from '../state/fleet-state.js';
import type { HostSums } from '../sums/host-sums.js';
import { byFirstGroup, byRiskOfGroup, type FleetGroup } from '../state/host-findings.js';
import { presentGroups } from './present-groups.js';
import { rankGroups, type Ranking } from './ranking.js';

const MAX_FIRST = 100; // groups

/** Ranks the groups of the fleet once for each version of it. */
export type RankGroups = (fleet: Fleet) => Ranking;

export function createGroupRanking(): RankGroups {
  let version = -1;
  let ranking = rankGroups([]);
  return (fleet) => {
    if (fleet.version !== version) ranking = rankGroups(fleet.groupsOf(null));
    version = fleet.version;
    return ranking;
  };
}

/** Ranks the groups of first pages only: the groups of most hosts are not built. */
const firstRanking: RankGroups = (fleet) => ({
  total: fleet.countGroups(),
  slice: (offset, limit) => firstGroups(fleet, offset + limit).slice(offset),
});

/** Returns a page of remediations, highest risk first. */
export function pageOfRemediations(
  sqlite: Sqlite,
  fleet: Fleet,
  { filter, rows: { limit, offset } }: FleetAnswers['remediations']['query'],
  rank: RankGroups,
): RemediationPage {
  const isFirst = limit >= 0 && offset + limit <= MAX_FIRST;
  const ranking = selectGroups(sqlite, fleet, filter, isFirst ? firstRanking : rank);
  const page = ranking.slice(offset, limit < 0 ? ranking.total : limit);
  return { items: presentGroups(sqlite, page, fleet.columns), total: ranking.total };
}

function selectGroups(
  sqlite: Sqlite,
  fleet: Fleet,
  filter: RemediationFilter,
  rank: RankGroups,
): Ranking {
  const hosts = hostsOf(sqlite, filter);
  const facts = readMatchingFacts(sqlite, filter);
  if (filter.severity === undefined && hosts === null && facts === null) return rank(fleet);
  const lowest = SEVERITIES.indexOf(filter.severity ?? 'unknown');
  const isSelected = (group: FleetGroup): boolean =>
    group.severity <= lowest && (facts === null || group.facts.some((id) => facts.has(id)));
  return rankGroups(fleet.groupsOf(hosts).filter(isSelected));
}

/** Returns the ids of the selected hosts; null: all. */
function hostsOf(sqlite: Sqlite, { host_id, group_id }: RemediationFilter): number[] | null {
  if (host_id === undefined && group_id === undefined) return null;
  const ids = group_id === undefined ? [host_id ?? 0] : readGroupHosts(sqlite, group_id);
  return host_id === undefined ? ids : ids.filter((id) => id === host_id);
}

/**
 * Returns the groups with the highest risk of the fleet. They are on the hosts whose own first groups have the highest
 * risk: the groups of other hosts are not computed.
 */
export function firstGroups(fleet: Fleet, count: number): FleetGroup[] {
  const open = [...fleet.hosts.values()].filter((host) => host.open > 0);
  const hosts = takeFirst(open, count, byFirstGroup).map(({ id }) => id);
  return fleet.groupsOf(hosts).sort(byRiskOfGroup).slice(0, count);
}

/** Returns the first hosts in an order, without sorting the others. */
export function takeFirst(
  hosts: Iterable<HostSums>,
  count: number,
  compare: (a: HostSums, b: HostSums) => number,
): HostSums[] {
  let first: HostSums[] = [];
  for (const host of hosts) {
    const last = first.length < count ? undefined : first.at(-1);
    if (last !== undefined && compare(host, last) >= 0) continue;
    first = [...first, host].sort(compare).slice(0, count);
  }
  return first;
}
