import type { HostFindingsFilter } from '../../hosts/selection/host-selection.js';
import { SEVERITIES } from '../../knowledge/records.js';
import type { Fleet } from '../state/fleet-state.js';

/** Whether a host was checked; null: no host is known at its address. */
export type IsHostChecked = (id: number) => boolean | null;

/** Returns the ids of the hosts that match. `isChecked` is created only if a filter needs it. */
export function filterHosts(
  ids: readonly number[],
  { hosts }: Fleet,
  { severity, kev, coverage }: HostFindingsFilter,
  createIsChecked: () => IsHostChecked,
): readonly number[] {
  const isChecked = coverage === undefined ? null : createIsChecked();
  const lowest = severity === undefined ? null : SEVERITIES.indexOf(severity);
  const isOpenAtLeast = (counts: readonly number[] = []): boolean =>
    lowest === null || counts.some((count, i) => i <= lowest && count > 0);
  if (isChecked === null && lowest === null && kev === undefined) return ids;
  return ids.filter((id) => {
    const host = hosts.get(id);
    if (!isOpenAtLeast(host?.severityCounts)) return false;
    if (kev !== undefined && (host?.knownExploited ?? 0) > 0 !== kev) return false;
    return isChecked === null || isChecked(id) === (coverage === 'checked');
  });
}
