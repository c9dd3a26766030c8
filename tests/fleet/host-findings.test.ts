import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { FactColumns } from '../../src/fleet/state/fact-columns.js';
import { groupHost } from '../../src/fleet/state/host-findings.js';

interface Fact {
  plan: number;
  link: number;
  isHidden: boolean;
  isAccepted: boolean;
}

const facts = fc.array(
  fc.record({
    plan: fc.nat(9),
    link: fc.integer({ min: -1, max: 6 }),
    isHidden: fc.boolean(),
    isAccepted: fc.boolean(),
  }),
  { maxLength: 20 },
);

const columnsOf = (all: readonly Fact[]): FactColumns => ({
  has: () => true,
  isHidden: (id) => all[id]?.isHidden === true,
  isKnownExploited: () => false,
  risk: () => 1,
  severity: () => 0,
  plan: (id) => all[id]?.plan ?? 0,
  link: (id) => all[id]?.link ?? -1,
  planByNumber: (plan) => ({ key: String(plan), action: 'upgrade', link: null }),
  set: () => undefined,
});

const hostOf = (all: readonly Fact[]) => ({
  id: 1,
  facts: [...all.keys()],
  acceptedFacts: new Set([...all.keys()].filter((id) => all[id]?.isAccepted)),
});

it('puts each open finding of a host into exactly one group', () => {
  fc.assert(
    fc.property(facts, (all) => {
      const grouped = groupHost(hostOf(all), columnsOf(all)).flatMap((group) => group.facts);
      const open = [...all.keys()].filter((id) => !all[id]?.isHidden && !all[id]?.isAccepted);
      expect(grouped.sort((x, y) => x - y)).toEqual(open);
    }),
    { numRuns: 1_000 },
  );
});

it('joins plans that several links name into one group', () => {
  const open = { isHidden: false, isAccepted: false };
  const all = [
    { ...open, plan: 1, link: 1 },
    { ...open, plan: 2, link: 2 },
    { ...open, plan: 3, link: -1 },
    { ...open, plan: 2, link: 1 },
    { ...open, plan: 4, link: 2 },
  ];
  expect(groupHost(hostOf(all), columnsOf(all))).toHaveLength(2);
});
