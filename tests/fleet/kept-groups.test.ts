import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createFirstRanking, createSelectedRanking } from '../../src/fleet/answers/kept-groups.js';
import type { Fleet } from '../../src/fleet/state/fleet-state.js';
import { byRiskOfGroup, type FleetGroup } from '../../src/fleet/state/host-findings.js';

const HOSTS = 60;
const SEVERE = 1;

/** Groups of a host: few risks, so that many are equal. More than the kept ones of all hosts together. */
const groups = fc.array(
  fc.record({ risk: fc.nat(3), sum: fc.nat(2), severity: fc.nat(3), facts: fc.tuple(fc.nat(99)) }),
  { minLength: 3, maxLength: 8, size: 'max' },
);
const step = fc.record({
  hosts: fc.uniqueArray(fc.nat(HOSTS - 1), { maxLength: 12, size: 'max' }),
  groups: fc.array(fc.option(groups, { freq: 8 }), { minLength: 12, maxLength: 12 }), // null: deleted
  isReloaded: fc.nat(9).map((n) => n === 0),
  last: fc.integer({ min: 1, max: 150 }),
});

/** A fleet of groups only. */
function createFleet() {
  const hosts = new Map<number, FleetGroup[]>();
  const changedAt = new Map<number, number>();
  let version = 0;
  let loadedAt = 0;
  const groupsOf: Fleet['groupsOf'] = (ids) =>
    (ids ?? [...hosts.keys()]).flatMap((id) => {
      const found = hosts.get(id);
      return found === undefined ? [] : [found];
    });
  return {
    change(ids: readonly number[], replaced: readonly (Partial<FleetGroup>[] | null)[]) {
      version += 1;
      ids.forEach((hostId, i) => {
        changedAt.set(hostId, version);
        const found = replaced[i]?.map((group) => ({ ...group, hostId }) as FleetGroup);
        if (found) hosts.set(hostId, found.sort(byRiskOfGroup));
        else hosts.delete(hostId);
      });
    },
    reload() {
      version += 1;
      loadedAt = version;
    },
    read: () =>
      ({
        version,
        hosts: new Map(
          [...hosts].map(([id, [first]]) => [
            id,
            { id, open: 1, firstRisk: first?.risk, firstSum: first?.sum },
          ]),
        ),
        changedSince: (since: number) =>
          since < loadedAt
            ? null
            : new Set([...changedAt].flatMap(([id, at]) => (at > since ? [id] : []))),
        groupsOf,
        countGroups: () => groupsOf(null).flat().length,
      }) as unknown as Fleet,
  };
}

it('ranks the first groups as a sort of all does, after any changes', () => {
  const start = fc.array(groups, { minLength: HOSTS, maxLength: HOSTS });
  fc.assert(
    fc.property(start, fc.array(step, { minLength: 10, maxLength: 20 }), (first, steps) => {
      const fleet = createFleet();
      const rankings = [
        { rank: createFirstRanking(), isSelected: () => true },
        {
          rank: createSelectedRanking(({ severity }) => severity <= SEVERE),
          isSelected: ({ severity }: FleetGroup) => severity <= SEVERE,
        },
      ];
      fleet.change([...first.keys()], first);
      for (const { hosts, groups: replaced, isReloaded, last } of steps) {
        fleet.change(hosts, replaced);
        if (isReloaded) fleet.reload();
        for (const { rank, isSelected } of rankings) {
          const all = fleet.read().groupsOf(null).flat().filter(isSelected).sort(byRiskOfGroup);
          const ranking = rank(fleet.read(), last);
          expect(ranking.total).toBe(all.length);
          expect(ranking.slice(0, last)).toEqual(all.slice(0, last));
        }
      }
    }),
    { numRuns: 40 },
  );
}, 60_000);
