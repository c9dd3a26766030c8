import { describe, expect, it } from 'vitest';
import {
  isChecked,
  missingParts,
  NO_RESULT,
  NOT_APPLICABLE,
  packagesCoverage,
  servicesCoverage,
  type LoadedData,
} from '../../../src/vulnerabilities/coverage/coverage.js';
import type {
  CoveragePart,
  FeedDate,
} from '../../../src/vulnerabilities/coverage/coverage-part.js';
import { checkedState } from '../../../src/vulnerabilities/coverage/coverage-state.js';

const DEBIAN: FeedDate = { name: 'osv-debian', data_from: 1_790_000_000, stale: false };
const NVD: FeedDate = { name: 'nvd', data_from: null, stale: false };

/** The data of these ecosystems. */
const loaded = (...ecosystems: string[]): LoadedData => ({
  hasData: (ecosystem) => ecosystems.includes(ecosystem),
  feedsOf: (ecosystem) => {
    if (!ecosystems.includes(ecosystem)) return [];
    return ecosystem.startsWith('cpe:') ? [NVD] : [DEBIAN];
  },
  feedsOfBuild: ({ revision }) =>
    revision !== null && ecosystems.includes('Debian:12') ? [DEBIAN] : null,
});

describe('coverage of packages', () => {
  const inventory = {
    ecosystems: ['Debian:10'],
    system: null,
    packageCount: 3,
    list: 'whole' as const,
  };

  it('is partial while a repository of the release is not loaded', () => {
    const data = { ...loaded('Debian:10'), missingParts: () => ['community'] };
    expect(packagesCoverage(inventory, data)).toMatchObject({
      state: 'partly',
      reason: 'no_data',
      message: 'No vulnerability data for community of Debian 10: run `hostwarden feed update`.',
    });
  });

  it('is partial with data that the archive of the publisher does not have any more', () => {
    const data = { ...loaded('Debian:10'), keptFeeds: () => [DEBIAN] };
    expect(packagesCoverage(inventory, data)).toMatchObject({
      state: 'partly',
      reason: 'no_data',
      message:
        'osv-debian has no data about Debian 10 any more: its last data of 2026-09-21 were matched.',
    });
  });

  it.each([
    ['is whole with data about the system', inventory, loaded('Debian:10'), 'matched', null],
    ['is missing without data', inventory, loaded('Debian:12'), 'not_matched', 'no_data'],
    [
      'is missing for a system that no feed covers',
      { ...inventory, ecosystems: [] },
      loaded('Debian:10'),
      'not_matched',
      'unsupported_system',
    ],
    [
      'is missing without a readable package list',
      { ...inventory, packageCount: 0 },
      loaded('Debian:10'),
      'not_matched',
      'unreadable',
    ],
    [
      'is missing without an inventory',
      { ...inventory, packageCount: null },
      loaded('Debian:10'),
      'not_matched',
      'not_collected',
    ],
    [
      'is partial if one of the ecosystems has no data',
      { ...inventory, ecosystems: ['Ubuntu:22.04:LTS', 'Ubuntu:Pro:22.04:LTS'] },
      loaded('Ubuntu:22.04:LTS'),
      'partly',
      'no_data',
    ],
    [
      'is partial if the packages are from an earlier report',
      { ...inventory, list: 'unreadable' as const },
      loaded('Debian:10'),
      'partly',
      'unreadable',
    ],
    [
      'is partial if a part of the list could not be read',
      { ...inventory, list: 'partly' as const },
      loaded('Debian:10'),
      'partly',
      'unreadable',
    ],
    [
      'is partial if the latest report has no list, and an earlier one has',
      { ...inventory, list: 'missing' as const },
      loaded('Debian:10'),
      'partly',
      'not_collected',
    ],
    [
      'is missing if no report had a list, also of an unknown system',
      { ...inventory, ecosystems: [], packageCount: 0, list: 'missing' as const },
      loaded('Debian:10'),
      'not_matched',
      'not_collected',
    ],
  ])('%s', (_title, input, data, state, reason) => {
    expect(packagesCoverage(input, data)).toMatchObject({ state, reason });
  });

  it('names the feeds that took part once', () => {
    const both = { ...inventory, ecosystems: ['Debian:10', 'Debian:11'] };
    expect(packagesCoverage(both, loaded('Debian:10', 'Debian:11')).feeds).toEqual([DEBIAN]);
  });

  it('names the missing data and the remedy', () => {
    expect(packagesCoverage(inventory, loaded()).message).toBe(
      'No vulnerability data for Debian 10: run `hostwarden feed update`.',
    );
  });
});

describe('coverage of services', () => {
  const WEB = { cpe: null, version: null, revision: null };
  const SSH = { cpe: 'cpe:/a:openbsd:openssh', version: '9.2p1', revision: 'Debian 2+deb12u3' };
  const scan = { services: [WEB], areChecksOn: true, inconclusive: [], hasCheckResult: false };
  const build = { ...scan, services: [SSH] };

  it.each([
    [['2015'], '2015'],
    [['2002', '2003', '2004', '2015', '2019', '2020'], '2002 to 2004, 2015, 2019 to 2020'],
  ])('is partial while years of NVD are not loaded: %j', (missing, text) => {
    const data = { ...loaded('cpe:a', 'Debian:12'), missingParts: () => missing };
    expect(servicesCoverage(scan, data)).toMatchObject({
      state: 'partly',
      reason: 'no_data',
      message: `Services were matched without NVD's CVEs of ${text}: run \`hostwarden feed update\`.`,
    });
    expect(servicesCoverage(build, data).state).toBe('matched');
    expect(servicesCoverage({ ...scan, services: [] }, data).state).toBe('matched');
  });

  it.each([
    ['is whole with data about products', scan, ['cpe:a'], 'matched', null, ['nvd']],
    ['is missing without data', scan, ['Debian:12'], 'not_matched', 'no_data', []],
    ['is whole without services', { ...scan, services: [] }, [], 'matched', null, []],
    [
      'is missing without a scan',
      { ...scan, services: null },
      [],
      'not_matched',
      'not_collected',
      [],
    ],
    [
      'is partial without checks',
      { ...scan, areChecksOn: false },
      ['cpe:a'],
      'partly',
      'checks_off',
      ['nvd'],
    ],
    [
      'is partial with an inconclusive check',
      { ...scan, inconclusive: [22] },
      ['cpe:a'],
      'partly',
      'no_result',
      ['nvd'],
    ],
    [
      'is partial with a port that was not identified',
      { ...scan, unidentified: 1 },
      ['cpe:a'],
      'partly',
      'not_identified',
      ['nvd'],
    ],
    [
      'is partial if only weaknesses were checked',
      { ...scan, hasCheckResult: true },
      [],
      'partly',
      'no_data',
      [],
    ],
    [
      'is whole if the distribution of each decides',
      build,
      ['Debian:12'],
      'matched',
      null,
      ['osv-debian'],
    ],
    [
      'is partial if the distribution of some decides',
      { ...scan, services: [SSH, WEB] },
      ['Debian:12'],
      'partly',
      'no_data',
      ['osv-debian'],
    ],
    [
      'names both feeds',
      { ...scan, services: [SSH, WEB] },
      ['Debian:12', 'cpe:a'],
      'matched',
      null,
      ['nvd', 'osv-debian'],
    ],
    [
      'names no feed that took no part',
      build,
      ['Debian:12', 'cpe:a'],
      'matched',
      null,
      ['osv-debian'],
    ],
  ] as const)('%s', (_title, input, ecosystems, state, reason, feeds) => {
    const part = servicesCoverage(input, loaded(...ecosystems));
    expect(part).toMatchObject({ state, reason });
    expect(part.feeds.map(({ name }) => name)).toEqual(feeds);
  });

  it('says each gap: without an answer, without a name, and without a result', () => {
    const input = { ...scan, inconclusive: [22], unidentified: 1200, lost: 'port 80' };
    expect(servicesCoverage(input, loaded('cpe:a'))).toMatchObject({
      state: 'partly',
      reason: 'no_result',
      message:
        'No answer from port 80: it may still be open. ' +
        '1,200 open ports were not identified: nothing was matched there. ' +
        'Checks of port 22 were inconclusive: scan again.',
    });
  });
});

describe('a host', () => {
  const part = (state: CoveragePart['state'], reason: CoveragePart['reason'] = null) => ({
    ...NOT_APPLICABLE,
    state,
    reason,
  });
  const MATCHED = part('matched');
  const NOT_COLLECTED = part('not_matched', 'not_collected');

  it.each([
    ['with both parts matched is checked', MATCHED, MATCHED, 'checked'],
    ['of a task that collects packages only is checked', MATCHED, NOT_APPLICABLE, 'checked'],
    ['without an inventory is never checked', NOT_COLLECTED, MATCHED, 'partly'],
    ['whose ports were not scanned is partly checked', MATCHED, NOT_COLLECTED, 'partly'],
    [
      'with unmatched services is partly checked',
      MATCHED,
      part('not_matched', 'no_data'),
      'partly',
    ],
    [
      'with partly matched packages is partly checked',
      part('partly', 'no_data'),
      MATCHED,
      'partly',
    ],
    ['of which nothing was collected is not checked', NOT_COLLECTED, NOT_COLLECTED, 'not_checked'],
    ['without a result is not checked', NO_RESULT, NO_RESULT, 'not_checked'],
    ['to which nothing applies is not checked', NOT_APPLICABLE, NOT_APPLICABLE, 'not_checked'],
  ])('%s', (_title, packages, services, expected) => {
    expect(checkedState({ packages, services })).toBe(expected);
    expect(isChecked({ packages, services })).toBe(expected === 'checked');
  });

  it('names each part that lacks something, also one that was never collected', () => {
    expect(missingParts({ packages: NOT_COLLECTED, services: MATCHED })).toEqual([NOT_COLLECTED]);
    expect(missingParts({ packages: MATCHED, services: NOT_COLLECTED })).toEqual([NOT_COLLECTED]);
    expect(missingParts({ packages: MATCHED, services: MATCHED })).toEqual([]);
  });

  it('lists what was not matched before what was matched partly', () => {
    const packages = part('partly', 'no_data');
    const services = part('not_matched', 'no_data');
    expect(missingParts({ packages, services })).toEqual([services, packages]);
  });
});
