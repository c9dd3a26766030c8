import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rankGroups, rankSelected } from '../../src/fleet/answers/ranking.js';
import { byRiskOfGroup, type FleetGroup } from '../../src/fleet/state/host-findings.js';

const group: fc.Arbitrary<FleetGroup> = fc.record({
  hostId: fc.nat(5),
  plan: fc.constant({ key: '', action: 'upgrade' as const, link: null }),
  facts: fc.constant([]),
  highest: fc.constant(0),
  sum: fc.nat(3),
  knownExploited: fc.constant(0),
  severity: fc.constant(0),
  risk: fc.constantFrom(0, 0.1, 40.5, 79.9, 100),
});

it('has the pages of a sorted list', () => {
  fc.assert(
    fc.property(fc.array(group), fc.nat(12), fc.nat(12), (groups, offset, limit) => {
      const sorted = groups.toSorted(byRiskOfGroup);
      const ranking = rankGroups(groups);
      expect(ranking.slice(offset, limit)).toEqual(sorted.slice(offset, offset + limit));
      expect(ranking.slice(0, ranking.total)).toEqual(sorted);
    }),
  );
});

it('counts the selected groups of all hosts, and has their first ones', () => {
  const hosts = fc.array(fc.array(group), { maxLength: 8 });
  fc.assert(
    fc.property(hosts, fc.nat(12), fc.nat(12), (groups, offset, limit) => {
      const isSelected = ({ sum }: FleetGroup): boolean => sum > 0;
      const sorted = groups.flat().filter(isSelected).sort(byRiskOfGroup);
      const page = rankSelected(groups, isSelected, offset + limit);
      expect(page.total).toBe(sorted.length);
      expect(page.slice(offset, limit)).toEqual(sorted.slice(offset, offset + limit));
      expect(rankSelected(groups, isSelected, Infinity).slice(0, sorted.length)).toEqual(sorted);
    }),
  );
});
