import { describe, expect, it } from 'vitest';
import { otherPackagesText } from '../../../../src/vulnerabilities/matching/origin/other-packages.js';
import { createUnknownStreams } from '../../../../src/vulnerabilities/matching/origin/unknown-streams.js';
import { range, record } from '../../../support/stored-records.js';
import type { RangeRow } from '../../../../src/vulnerabilities/matching/packages/ranges.statements.js';
import {
  withOthers,
  withVerdicts,
} from '../../../../src/vulnerabilities/coverage/coverage-part.js';
import { at, deb, rpm, setUp } from '../matching.js';

/** Returns the stream that data about one binary package with these streams do not know. */
const unknown = (known: (string | null)[], label: string | null, name = 'nodejs') =>
  createUnknownStreams(
    {
      affectedPackageId: (ecosystem, kind, of) =>
        ecosystem === 'AlmaLinux:8' && kind === 'binary' && of === 'nodejs' ? 1 : undefined,
      rangesAbove: () => known.map((module) => ({ module }) as RangeRow),
    },
    1,
  )(['AlmaLinux:8'], rpm(name, '23.1-1.module_el8.10.0+1+a', { module: label }));

describe('a module stream without data', () => {
  it.each([
    [['nodejs:18', 'nodejs:20'], 'nodejs:23:8100020260101:a', 'the module stream nodejs:23'],
    [['nodejs:18', null], 'nodejs:1', 'the module stream nodejs:1'],
    [['nodejs:18', 'nodejs:20'], 'nodejs:20:8100020260101:a', null],
    [['nodejs:18', '*'], 'nodejs:23', null],
    [['nodejs:18'], null, null],
    [['nodejs:18'], 'nodejs', null],
    [['nodejs-next:18'], 'nodejs:23', null],
    [[null], 'nodejs:23', null],
    [[], 'nodejs:23', null],
  ])('of data with the streams %j and the label %j: %j', (known, label, expected) => {
    expect(unknown(known, label)).toBe(expected);
  });

  it('is not said of a package that the data do not name', () => {
    expect(unknown(['nodejs:18'], 'nodejs:23', 'perl')).toBeNull();
    expect(
      createUnknownStreams({ affectedPackageId: () => 1, rangesAbove: () => [] }, 1)(
        [],
        deb('nodejs', '1'),
      ),
    ).toBeNull();
  });

  it('makes the coverage partial with its name, and its packages are without data', () => {
    const others = {
      matched: 0,
      count: 3,
      vendors: [
        { name: 'the module stream nodejs:23', count: 2 },
        { name: 'PGDG', count: 1 },
      ],
      packages: [],
    };
    const matched = { state: 'matched', reason: null, message: null, feeds: [] } as const;
    const part = withVerdicts(withOthers({ ...matched, feeds: [] }, others), 10, others);
    expect(part).toMatchObject({
      state: 'partly',
      message:
        '3 packages of the module stream nodejs:23 and PGDG were not matched: ' +
        'the data of the distribution does not cover them.',
      verdicts: { matched: 7, other_vendor: 1, unknown_origin: 0, no_data: 2, end_of_life: 0 },
    });
    const ofStream = { ...others, vendors: others.vendors.slice(0, 1), count: 2 };
    expect(withOthers({ ...matched, feeds: [] }, ofStream).reason).toBe('no_data');
    expect(
      otherPackagesText({ count: 1, vendors: [{ name: 'PGDG', count: 1 }], packages: [] }),
    ).toBe(
      '1 package of PGDG was not matched: the data of the distribution does not cover other publishers.',
    );
  });
});

it('decides about packages of a matcher, and known streams are matched', () => {
  const { matcher } = setUp({
    'osv-almalinux': [
      record('ALSA-1:CVE-2031-1', {
        ranges: [
          range('nodejs', '20.9-1', {
            order: 'rpm',
            module: 'nodejs:20',
            ...at('AlmaLinux:8', 'binary', 'nodejs'),
          }),
        ],
      }),
    ],
  });
  const of = (module: string) =>
    matcher.originOf(['AlmaLinux:8'], rpm('nodejs', '20.1-1', { module }))?.publisher;
  expect([of('nodejs:20:1:a'), of('nodejs:23:1:a')]).toEqual([
    undefined,
    'the module stream nodejs:23',
  ]);
});
