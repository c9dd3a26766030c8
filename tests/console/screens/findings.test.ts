import type { CoverageCounts } from '../../../src/vulnerabilities/coverage/coverage-counts.js';
import { describe, expect, it } from 'vitest';
import {
  coverText,
  findingFilter,
  flatKey,
  isStorable,
  namedFindings,
} from '../../../src/console/parts/accept/accept-many.js';
import { checkedPart } from '../../../src/console/parts/hosts/checked-part.js';
import { openWords } from '../../../src/console/screens/findings/open-words.js';
import {
  beginOfDays,
  isListed,
  numberText,
} from '../../../src/console/screens/overview/finding-numbers.js';

const FINDING = {
  vulnerability_id: 'CVE-2024-1',
  host_id: 7,
  package: 'openssl',
  port: null,
  transport: null,
  architecture: 'amd64',
  installed_version: '1',
  changed_at: null,
};

describe('many acceptances', () => {
  it('take the filter of the list with values in place of texts, and without its state', () => {
    const filters = {
      state: 'open',
      severity: 'high',
      kev: 'true',
      fixable: 'false',
      group_id: '3',
      epss_min: '0.1',
      since: '1790000000',
      package: 'a',
    };
    expect(findingFilter({ q: 'ssl', filters })).toEqual({
      q: 'ssl',
      severity: 'high',
      kev: true,
      fixable: false,
      group_id: 3,
      epss_min: 0.1,
      since: 1_790_000_000,
      package: 'a',
    });
    expect(findingFilter({ q: '', filters: {} })).toEqual({});
  });

  it('name each finding once, for all of its versions', () => {
    const keys = [
      flatKey(FINDING),
      flatKey({ ...FINDING, architecture: 'i386' }),
      flatKey({ ...FINDING, package: null, port: 443, transport: 'tcp' }),
    ];
    expect(new Set(keys).size).toBe(3);
    const named = { vulnerability_id: 'CVE-2024-1', host_id: 7 };
    expect(namedFindings(keys)).toEqual([
      { ...named, package: 'openssl', port: null, transport: null },
      { ...named, package: null, port: 443, transport: 'tcp' },
    ]);
  });

  it.each([
    [37, 12, 25, 'It covers 37 findings on 12 hosts, with 25 acceptances.', true],
    [1, 1, 1, 'It covers 1 finding on 1 host, with 1 acceptance.', true],
    [0, 0, 0, 'No open finding is selected.', false],
    [5000, 9, 3214, /3,214 acceptances: more than 1,000 acceptances at once/, false],
  ])(
    'of %i findings on %i hosts say what they cover',
    (findings, hosts, acceptances, text, can) => {
      const base = { dry_run: true, ids: [], max_acceptances: 1000 };
      const cover = { ...base, findings, hosts, acceptances };
      expect(coverText(cover)).toEqual(
        typeof text === 'string' ? text : expect.stringMatching(text),
      );
      expect(isStorable(cover)).toBe(can);
    },
  );
});

/** Counts of hosts: of their packages and of their ports, those that were checked and those that were not. */
const counted = (packages: [number, number], ports: [number, number]): CoverageCounts => {
  const part = ([matched, not_matched]: [number, number]) => ({
    matched,
    partly: 0,
    not_matched,
    not_applicable: 0,
  });
  return { packages: part(packages), services: part(ports) };
};

describe('an empty list of open findings', () => {
  it.each([
    [0, 0, counted([0, 0], [0, 0]), undefined],
    [
      2,
      0,
      counted([2, 0], [2, 0]),
      'Nothing is open: Packages: 2 of 2 hosts checked. Ports: 2 of 2 hosts checked.',
    ],
    [
      2,
      2,
      counted([0, 2], [2, 0]),
      'Nothing is open in what was checked: Packages: 0 of 2 hosts checked. Ports: 2 of 2 hosts checked.',
    ],
    [
      5,
      5,
      counted([0, 5], [0, 5]),
      'No host was checked: Packages: 0 of 5 hosts checked. Ports: 0 of 5 hosts checked.',
    ],
  ] as const)('of %i hosts, %i not checked', (total, not_checked, coverage, text) => {
    const words = openWords({ total, not_checked, coverage });
    expect(words ? `${words.title}: ${words.checked}` : undefined).toBe(text);
  });
});

describe('numbers of the overview', () => {
  it.each([
    ['all', 0, counted([7, 0], [7, 0])],
    ['some', 7, counted([7, 0], [0, 7])],
    ['some', 7, counted([0, 7], [1, 6])],
    ['none', 7, counted([0, 7], [0, 7])],
    ['all', 0, counted([0, 0], [0, 0])],
  ] as const)('know that %s hosts are checked', (part, not_checked, coverage) => {
    expect(checkedPart({ not_checked, coverage })).toBe(part);
  });

  it.each([
    [0, 'all', '0'],
    [0, 'some', 'none known'],
    [0, 'none', 'not checked'],
    [1234, 'some', '1,234'],
    [3, 'none', '3'],
  ] as const)('%i findings where %s are checked: %s', (n, checked, text) => {
    expect(numberText(n, checked)).toBe(text);
  });

  it('count whole UTC days, as the service does', () => {
    const now = Date.UTC(2026, 10, 23, 9, 30) / 1000;
    expect(new Date(beginOfDays(1, now) * 1000).toISOString()).toBe('2026-11-23T00:00:00.000Z');
    expect(new Date(beginOfDays(7, now) * 1000).toISOString()).toBe('2026-11-17T00:00:00.000Z');
    expect(isListed(beginOfDays(90, now), now)).toBe(true);
    expect(isListed(beginOfDays(91, now), now)).toBe(false);
  });
});
