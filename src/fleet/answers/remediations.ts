import type { Sqlite } from '../../database/sqlite.js';
import { SEVERITIES } from '../../knowledge/records.js';
import { readGroupHosts } from '../fleet.repository.js';
import type { FleetAnswers, RemediationFilter, RemediationPage } from '../messages.js';
import type { Fleet } from '../state/fleet-state.js';
import {
  byRiskOfGroup,
  groupsOf,
  type FleetGroup,
  type HostFindings,
} from '../state/host-findings.js';
import { presentGroups } from './present-groups.js';

/** Ranks the groups of the fleet once for each version of it. */
export type RankGroups = (fleet: Fleet) => readonly FleetGroup[];

export function createGroupRanking(): RankGroups {
  let version = -1;
  let ranked: readonly FleetGroup[] = [];
  return (fleet) => {
    if (fleet.version !== version)
      ranked = [...fleet.hosts.values()]
        .flatMap((host) => groupsOf(host, fleet.columns))
        .sort(byRiskOfGroup);
    version = fleet.version;
    return ranked;
  };
}

/** Returns a page of remediations, highest risk first. */
export function pageOfRemediations(
  sqlite: Sqlite,
  fleet: Fleet,
  { filter, rows: { limit, offset } }: FleetAnswers['remediations']['query'],
  rank: RankGroups,
): RemediationPage {
  const groups = selectGroups(sqlite, fleet, filter, rank);
  const page = groups.slice(offset, limit < 0 ? undefined : offset + limit);
  return { items: presentGroups(sqlite, page, fleet.columns), total: groups.length };
}

function selectGroups(
  sqlite: Sqlite,
  fleet: Fleet,
  filter: RemediationFilter,
  rank: RankGroups,
): readonly FleetGroup[] {
  const groups = groupsOfHosts(fleet, hostsOf(sqlite, fleet, filter), rank);
  if (filter.severity === undefined) return groups;
  const lowest = SEVERITIES.indexOf(filter.severity);
  return groups.filter(({ severity }) => severity <= lowest);
}

function groupsOfHosts(
  fleet: Fleet,
  hosts: readonly HostFindings[] | null,
  rank: RankGroups,
): readonly FleetGroup[] {
  if (hosts === null) return rank(fleet);
  return hosts.flatMap((host) => groupsOf(host, fleet.columns)).sort(byRiskOfGroup);
}

/** Returns the selected hosts that have findings; null: all. */
function hostsOf(
  sqlite: Sqlite,
  { hosts }: Fleet,
  { host_id, group_id }: RemediationFilter,
): HostFindings[] | null {
  if (host_id === undefined && group_id === undefined) return null;
  const ids = group_id === undefined ? [host_id ?? 0] : readGroupHosts(sqlite, group_id);
  const selected = host_id === undefined ? ids : ids.filter((id) => id === host_id);
  return selected.flatMap((id) => hosts.get(id) ?? []);
}

/**
 * Returns the groups with the highest risk of the fleet, without ranking the others. The risk of a group is at most
 * that of its host: hosts with less risk than the groups found so far are not grouped.
 * @param worst the hosts with the highest risk: with them first, few others are grouped
 */
export function firstGroups(
  { hosts, columns }: Fleet,
  worst: readonly HostFindings[],
  count: number,
): FleetGroup[] {
  const seen = new Set(worst);
  let first: FleetGroup[] = [];
  const consider = (host: HostFindings): void => {
    const last = first.length < count ? undefined : first.at(-1);
    if (last !== undefined && host.risk < last.risk) return;
    const groups = groupsOf(host, columns);
    const [best] = groups;
    if (best === undefined || (last !== undefined && byRiskOfGroup(best, last) > 0)) return;
    first = [...first, ...groups.slice(0, count)].sort(byRiskOfGroup).slice(0, count);
  };
  for (const host of worst) consider(host);
  for (const host of hosts.values()) if (!seen.has(host)) consider(host);
  return first;
}
