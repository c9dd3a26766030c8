import { byRiskOfGroup, type FleetGroup } from '../state/host-findings.js';
import type { Fleet } from '../state/fleet-state.js';
import { First } from './first.js';
import { firstGroups, isBefore } from './first-groups.js';
import type { Ranking } from './ranking.js';

/** The first groups in the order of `byRiskOfGroup`. */
interface FirstGroups {
  items: readonly FleetGroup[];
  /** every group that is not after this one is in `items`; null: all are */
  boundary: FleetGroup | null;
}

const MIN_KEPT = 128;
/** More than a page needs: groups of changed hosts leave the list. */
const SPARE = 1.25;

/**
 * Replaces the groups of changed hosts. Fewer groups may be left than there were.
 * @param groups those of the changed hosts, of each in its order
 */
function replaceGroups(
  { items, boundary }: FirstGroups,
  changed: ReadonlySet<number>,
  groups: readonly FleetGroup[],
): FirstGroups {
  const others = items.filter(({ hostId }) => !changed.has(hostId));
  const added = groups.filter((group) => boundary === null || byRiskOfGroup(group, boundary) <= 0);
  return { items: [...others, ...added].sort(byRiskOfGroup), boundary };
}

/** The groups of a version of the fleet. `counts`: of each host; null: not counted. */
interface Kept extends FirstGroups {
  version: number;
  counts: Map<number, number> | null;
}

/** Ranks groups as far as a page needs. @param last the number of groups up to the end of it */
type RankFirst = (fleet: Fleet, last: number) => Ranking;

/** Ranks all groups. Those of most hosts are not built, and after a change those of most hosts are not read. */
export const createFirstRanking = (): RankFirst =>
  createKeptRanking({
    build: (fleet, count) => ({ items: firstGroups(fleet, count), counts: null }),
    // A host whose first group is after all kept ones has none among them.
    groupsOf: (fleet, changed, boundary) =>
      fleet.groupsOf(
        changed.filter((id) => boundary === null || !isBefore(boundary, fleet.hosts.get(id))),
      ),
    total: (fleet) => fleet.countGroups(),
  });

/** Ranks the selected groups, and counts them: after a change, only the groups of changed hosts are read. */
export function createSelectedRanking(isSelected: (group: FleetGroup) => boolean): RankFirst {
  const select = (groups: readonly FleetGroup[]) => groups.filter(isSelected);
  return createKeptRanking({
    build(fleet, count) {
      const counts = new Map<number, number>();
      const first = new First(count, byRiskOfGroup);
      for (const groups of fleet.groupsOf(null).map(select)) {
        const [group] = groups;
        if (group !== undefined) counts.set(group.hostId, groups.length);
        for (const selected of groups) first.add(selected);
      }
      return { items: first.all(), counts };
    },
    groupsOf: (fleet, changed) => fleet.groupsOf(changed).map(select),
    total: (_, counts) => [...(counts?.values() ?? [])].reduce((a, b) => a + b, 0),
  });
}

interface RankingSource {
  /** Returns the first `count` groups; fewer if there are no others. */
  build: (fleet: Fleet, count: number) => Pick<Kept, 'items' | 'counts'>;
  /** Returns the groups of changed hosts, without those that are after the boundary for sure. */
  groupsOf: (
    fleet: Fleet,
    changed: readonly number[],
    boundary: FleetGroup | null,
  ) => (readonly FleetGroup[])[];
  total: (fleet: Fleet, counts: Kept['counts']) => number;
}

function createKeptRanking({ build, groupsOf, total }: RankingSource): RankFirst {
  let kept: Kept | null = null;
  const create = (fleet: Fleet, last: number): Kept => {
    const count = Math.max(MIN_KEPT, 2 ** Math.ceil(Math.log2(SPARE * last)));
    const { items, counts } = build(fleet, count);
    const boundary = items.length < count ? null : (items.at(-1) ?? null);
    return { items, counts, boundary, version: fleet.version };
  };
  const renew = (known: Kept, fleet: Fleet): Kept | null => {
    const changed = fleet.changedSince(known.version);
    if (changed === null) return null;
    if (changed.size === 0) return known;
    const { boundary, counts } = known;
    const groups = groupsOf(fleet, [...changed], boundary);
    for (const id of changed) counts?.delete(id);
    for (const [group, ...others] of groups)
      if (group !== undefined) counts?.set(group.hostId, 1 + others.length);
    const { items } = replaceGroups(known, changed, groups.flat());
    return { items, counts, boundary, version: fleet.version };
  };
  return (fleet, last) => {
    const renewed = kept === null ? null : renew(kept, fleet);
    const isEnough =
      renewed !== null && (renewed.boundary === null || renewed.items.length >= last);
    const current = isEnough ? renewed : create(fleet, last);
    kept = current;
    return {
      total: total(fleet, current.counts),
      slice: (offset, limit) => current.items.slice(offset, offset + limit),
    };
  };
}
