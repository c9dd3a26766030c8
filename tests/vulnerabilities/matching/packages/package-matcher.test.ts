import { describe, expect, it } from 'vitest';
import { SOURCE_PRECEDENCE } from '../../../../src/knowledge/records.js';
import { range, record } from '../../../support/stored-records.js';
import { at, deb, el9, facts, rpm, summarize, type Feeds } from '../matching.js';

const { advisory } = SOURCE_PRECEDENCE;

describe('matching Ubuntu packages', () => {
  const cve = (ecosystem: string, fixed: string | null, more = {}) =>
    record('UBUNTU-CVE-2024-1', {
      ranges: [range('a', fixed, { ...at(ecosystem, 'source', 'a'), ...more })],
    });
  it('applies FIPS data to FIPS builds only', () => {
    const feeds: Feeds = {
      'osv-ubuntu': [
        record('UBUNTU-CVE-2024-1', {
          ranges: [
            range('a', '3.0-1.10', at('Ubuntu:22.04:LTS', 'source', 'a')),
            range('a', '3.0-1.10+Fips1', at('Ubuntu:Pro:FIPS-updates:22.04:LTS', 'source', 'a')),
          ],
        }),
      ],
    };
    const ecosystems = [
      'Ubuntu:22.04:LTS',
      'Ubuntu:Pro:22.04:LTS',
      'Ubuntu:Pro:FIPS-updates:22.04:LTS',
    ];
    expect(summarize(feeds, deb('a', '3.0-1.10'), ecosystems)).toEqual([]);
    expect(summarize(feeds, deb('a', '3.0-1.9+Fips1'), ecosystems)).toEqual([
      'CVE-2024-1 3.0-1.10+Fips1',
    ]);
  });

  it('reports the fixed version of the binary package if it differs from the source', () => {
    const feeds: Feeds = {
      'osv-ubuntu': [
        cve('Ubuntu:22.04:LTS', '2.0', {
          conditions: { binaries: { 'a-tools': '1:7.0', other: null } },
        }),
      ],
    };
    const tool = (version: string) =>
      deb('a-tools', version, { source: 'a', source_version: '1.0' });
    expect(summarize(feeds, tool('1:6.0'), ['Ubuntu:22.04:LTS'])).toEqual(['CVE-2024-1 1:7.0']);
    expect(summarize(feeds, tool('1:7.0'), ['Ubuntu:22.04:LTS'])).toEqual([]);
    expect(
      summarize(feeds, deb('constructor', '1.0', { source: 'a' }), ['Ubuntu:22.04:LTS']),
    ).toEqual(['CVE-2024-1 2.0']);
  });
});

describe('matching rpm packages', () => {
  const ROCKY = ['Rocky Linux:9'];
  const perl = (fixed: string): Feeds => ({
    'osv-rocky': [
      record('RLSA-1', {
        rank: advisory,
        vulnerabilities: ['CVE-2024-1'],
        ranges: [range('perl', fixed, { order: 'rpm', ...at('Rocky Linux:9', 'source', 'perl') })],
      }),
    ],
  });
  it('compares the epoch if the package list contains it', () => {
    expect(
      summarize(
        {
          'osv-almalinux': [
            record('ALSA-1', {
              rank: advisory,
              vulnerabilities: ['CVE-2024-1'],
              ranges: [el9('a', '1:2-1.el9')],
            }),
          ],
        },
        rpm('a', '3-1.el9'),
        ['AlmaLinux:9'],
      ),
    ).toEqual(['CVE-2024-1 1:2-1.el9']);
  });

  it('assumes the epoch of the fixed versions for a source without one', () => {
    const part = (release: string) =>
      rpm('perl-Errno', '1.30-481.el9', {
        source: 'perl',
        source_version: `5.32.1-${release}.el9`,
      });
    expect(summarize(perl('4:5.32.1-481.el9'), part('481'), ROCKY)).toEqual([]);
    expect(summarize(perl('4:5.32.1-481.el9'), part('480'), ROCKY)).toEqual([
      'CVE-2024-1 4:5.32.1-481.el9',
    ]);
    expect(summarize(perl('0:5.32.1-481.el9'), part('480'), ROCKY)).toEqual([
      'CVE-2024-1 0:5.32.1-481.el9',
    ]);
  });

  it.each([
    [
      'by ranges of its stream',
      'nodejs:18:9030020240101:rhel9',
      'nodejs:18',
      '18.2-1',
      ['CVE-2024-1 18.2-1'],
    ],
    ['not by ranges of another stream', 'nodejs:16:9030020240101:rhel9', 'nodejs:18', '18.2-1', []],
    ['not by ranges without a module', 'nodejs:18:9030020240101:rhel9', null, '18.2-1', []],
    ['not by ranges of a module if it has none', null, 'nodejs:18', '18.2-1', []],
    ['not by ranges of an unnamed stream if it has no module', null, '*', '18.1-2', []],
    [
      'by ranges of an unnamed stream with the same upstream version',
      'nodejs:18:9030020240101:rhel9',
      '*',
      '18.1-2',
      ['CVE-2024-1 18.1-2'],
    ],
    [
      'not by ranges of an unnamed stream with another upstream version',
      'nodejs:18:9030020240101:rhel9',
      '*',
      '20.1-2',
      [],
    ],
  ])('matches a package of a module %s', (_what, label, module, fixed, expected) => {
    const feeds: Feeds = {
      'osv-almalinux': [
        record('ALSA-1', {
          rank: advisory,
          vulnerabilities: ['CVE-2024-1'],
          ranges: [el9('a', fixed, module)],
        }),
      ],
    };
    expect(summarize(feeds, rpm('a', '18.1-1', { module: label }), ['AlmaLinux:9'])).toEqual(
      expected,
    );
  });
});

describe('matching a signed kernel', () => {
  it.each([
    [
      'linux-image-6.1.0-28-amd64',
      '6.1.119-1',
      'linux-signed-amd64',
      '6.1.119+1',
      'linux',
      'Debian:12',
    ],
    [
      'linux-image-5.15.0-91-generic',
      '5.15.0-91.101',
      'linux-signed',
      '5.15.0-91.101',
      'linux',
      'Ubuntu:22.04:LTS',
    ],
    [
      'linux-image-6.8.0-40-generic',
      '6.8.0-40.40~22.04.3',
      'linux-signed-hwe-6.8',
      '6.8.0-40.40~22.04.3',
      'linux-hwe-6.8',
      'Ubuntu:22.04:LTS',
    ],
  ])(
    'looks up %s by its unsigned source package',
    (name, version, source, source_version, unsigned, ecosystem) => {
      const feeds: Feeds = {
        'osv-debian': [
          record('X-CVE-2024-1', {
            ranges: [range(unsigned, `${version}.1`, at(ecosystem, 'source', unsigned))],
          }),
        ],
      };
      expect(
        facts(feeds, deb(name, version, { source, source_version }), [ecosystem]),
      ).toMatchObject([
        {
          package: name,
          installed_version: version,
          basis: { source: unsigned, source_version: version },
        },
      ]);
    },
  );
});
