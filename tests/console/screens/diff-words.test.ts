import { describe, expect, it } from 'vitest';
import { countsText, emptyTitle } from '../../../src/console/parts/diff/diff-words.js';

type Summary = Parameters<typeof countsText>[0];

const noHosts = { matched: 0, partly: 0, not_matched: 0, not_applicable: 0 };

const summary = (counts: Partial<Summary>): Summary =>
  ({
    open: 0,
    unchanged: 0,
    accepted: 0,
    coverage: {
      packages: noHosts,
      services: { ...noHosts, matched: counts.checked_hosts ?? 0 },
    },
    ...counts,
  }) as Summary;

describe('the counts of a difference', () => {
  it.each([
    [{ checked_hosts: 2, not_checked_hosts: 0 }, '0 findings open, 0 unchanged, 0 accepted'],
    [{ checked_hosts: 1, not_checked_hosts: 1 }, '0 findings open, 0 unchanged, 0 accepted'],
    [{ not_checked_hosts: 1 }, 'No host was checked: the findings are not known'],
    [{ not_checked_hosts: 1, open: 1 }, '1 finding open, 0 unchanged, 0 accepted'],
    [{ not_checked_hosts: 0 }, '0 findings open, 0 unchanged, 0 accepted'],
  ])('%o', (counts, expected) => {
    expect(countsText(summary(counts))).toBe(expected);
  });
});

describe('an empty list of differences', () => {
  const none = summary({ not_checked_hosts: 1 });
  it.each([
    ['new', undefined, 'Nothing is there'],
    ['new', summary({ checked_hosts: 1, not_checked_hosts: 1 }), 'Nothing is there'],
    ['new', none, 'No host was checked: nothing new is known'],
    ['fixed', none, 'No host was checked: nothing fixed is known'],
  ] as const)('%s %o', (name, counts, expected) => {
    expect(emptyTitle({ name, empty: 'Nothing is there' }, counts)).toBe(expected);
  });
});
