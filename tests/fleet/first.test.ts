import fc from 'fast-check';
import { expect, it } from 'vitest';
import { takeFirst } from '../../src/fleet/answers/first.js';
import { firstGroups } from '../../src/fleet/answers/first-groups.js';
import type { Fleet } from '../../src/fleet/state/fleet-state.js';
import { byRiskOfGroup, type FleetGroup } from '../../src/fleet/state/host-findings.js';
import type { HostSums } from '../../src/fleet/sums/host-sums.js';

const byNumber = (a: number, b: number): number => a - b;

it('takes the items that a sort has first', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50), { maxLength: 400 }), fc.nat(40), (items, count) => {
      expect(takeFirst(items, count, byNumber)).toEqual(items.toSorted(byNumber).slice(0, count));
    }),
  );
});

const risk = fc.tuple(fc.constantFrom(0.1, 40.5, 79.9, 100), fc.nat(3));
const risks = fc.array(risk, { maxLength: 8, size: 'max' });
const fleets = fc.array(risks, { minLength: 90, maxLength: 200, size: 'max' });

/** A fleet whose hosts have groups with these risks and sums of risks. `asked`: the hosts whose groups were read. */
function createFleet(hosts: readonly (readonly (readonly [number, number])[])[]) {
  const asked = new Set<number>();
  const groups = new Map<number, FleetGroup[]>(
    hosts.map((ofHost, i) => [
      i + 1,
      ofHost.map(([risk, sum]) => ({ hostId: i + 1, risk, sum }) as FleetGroup).sort(byRiskOfGroup),
    ]),
  );
  const sums = [...groups].map(
    ([id, [first]]) =>
      ({
        id,
        open: first ? 1 : 0,
        firstRisk: first?.risk ?? 0,
        firstSum: first?.sum ?? 0,
      }) as HostSums,
  );
  const fleet: Pick<Fleet, 'hosts' | 'groupsOf'> = {
    hosts: new Map(sums.map((host) => [host.id, host])),
    groupsOf: (ids) =>
      (ids ?? []).map((id) => {
        asked.add(id);
        return groups.get(id) ?? [];
      }),
  };
  return { fleet: fleet as Fleet, all: [...groups.values()].flat(), asked };
}

it('has the first groups of all hosts', () => {
  fc.assert(
    fc.property(fleets, fc.nat(120), (hosts, count) => {
      const { fleet, all } = createFleet(hosts);
      expect(firstGroups(fleet, count)).toEqual(all.sort(byRiskOfGroup).slice(0, count));
    }),
  );
});

it('reads the groups of the hosts with the highest risk only', () => {
  const { fleet, asked } = createFleet(
    Array.from({ length: 1_000 }, (_, i) => Array.from({ length: 20 }, () => [100 - i / 10, 1])),
  );
  expect(firstGroups(fleet, 500).map(({ hostId }) => hostId)).toContain(25);
  expect(asked.size).toBeLessThanOrEqual(150);
});
