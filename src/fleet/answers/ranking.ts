import { mapBy } from '../../lib/collections.js';
import { byRiskOfGroup, type FleetGroup } from '../state/host-findings.js';
import { First } from './first.js';

/** Groups in the order of `byRiskOfGroup`. */
export interface Ranking {
  total: number;
  slice: (offset: number, limit: number) => FleetGroup[];
}

/**
 * Ranks groups without sorting all of them, which takes longer than reading a page: groups with equal risk are sorted
 * when a page needs them. Risks have one decimal, so that there are about a thousand different ones at most.
 */
export function rankGroups(groups: readonly FleetGroup[]): Ranking {
  const byRisk = [...mapBy(groups, ({ risk }) => risk)].sort(([a], [b]) => b - a);
  const sorted = new Set<number>();
  return {
    total: groups.length,
    slice(offset, limit) {
      const parts: FleetGroup[][] = [];
      let start = 0;
      for (const [risk, equal] of byRisk) {
        const end = start + equal.length;
        if (start >= offset + limit) break;
        if (end > offset) {
          if (!sorted.has(risk)) equal.sort(byRiskOfGroup);
          sorted.add(risk);
          parts.push(equal.slice(Math.max(0, offset - start), offset + limit - start));
        }
        start = end;
      }
      return parts.flat();
    },
  };
}

/**
 * Ranks the selected groups of some hosts, up to a rank: all are counted, but only the first ones are sorted.
 * @param last the number of groups up to the end of a page
 */
export function rankSelected(
  hosts: readonly (readonly FleetGroup[])[],
  isSelected: (group: FleetGroup) => boolean,
  last: number,
): Ranking {
  const first = new First(last, byRiskOfGroup);
  let total = 0;
  for (const groups of hosts)
    for (const group of groups) {
      if (!isSelected(group)) continue;
      total += 1;
      first.add(group);
    }
  const items = first.all();
  return { total, slice: (offset, limit) => items.slice(offset, offset + limit) };
}
