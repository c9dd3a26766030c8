import { chunk } from '../../lib/collections.js';
import type { Fleet } from '../state/fleet-state.js';
import { byFirstGroup, byRiskOfGroup, type FleetGroup } from '../state/host-findings.js';
import type { HostSums } from '../sums/host-sums.js';
import { First, takeFirst } from './first.js';

const HOSTS_PER_STEP = 50;

/**
 * Returns the groups with the highest risk of the fleet. They are on the hosts whose own first groups have the highest
 * risk: the groups of other hosts are not computed.
 */
export function firstGroups(fleet: Fleet, count: number): FleetGroup[] {
  const open = [...fleet.hosts.values()].filter((host) => host.open > 0);
  const first = new First(count, byRiskOfGroup);
  for (const hosts of chunk(takeFirst(open, count, byFirstGroup), HOSTS_PER_STEP)) {
    const limit = first.limit;
    if (limit !== undefined && isBefore(limit, hosts[0])) break;
    for (const groups of fleet.groupsOf(hosts.map(({ id }) => id)))
      for (const group of groups.slice(0, count)) first.add(group);
  }
  return first.all();
}

/** Whether a group is before the first one of a host. */
export const isBefore = (group: FleetGroup, host: HostSums | undefined): boolean =>
  host !== undefined &&
  (group.risk - host.firstRisk || group.sum - host.firstSum || host.id - group.hostId) > 0;
