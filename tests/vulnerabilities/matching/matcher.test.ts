import { describe, expect, it } from 'vitest';
import {
  SOURCE_PRECEDENCE,
  type FeedName,
  type KnowledgeRecord,
} from '../../../src/knowledge/records.js';
import type { MatchablePackage } from '../../../src/vulnerabilities/facts.js';
import { createMatcher } from '../../../src/vulnerabilities/matching/matcher.js';
import { range, record, storeFeed, recordedKnowledge } from '../../support/stored-records.js';

type Feeds = Partial<Record<FeedName, KnowledgeRecord[]>>;
const DEBIAN = ['Debian:12'];
const { tracker, secdb, advisory } = SOURCE_PRECEDENCE;

function knowing(feeds: Feeds) {
  const knowledge = recordedKnowledge();
  for (const [feed, records] of Object.entries(feeds))
    storeFeed(knowledge, feed as FeedName, 'v1', records);
  return { knowledge, judge: createMatcher(knowledge) };
}
const deb = (
  name: string,
  version: string,
  more: Partial<MatchablePackage> = {},
): MatchablePackage => ({
  format: 'dpkg',
  name,
  version,
  architecture: 'amd64',
  source: name,
  source_version: version,
  module: null,
  ...more,
});
const rpm = (
  name: string,
  version: string,
  more: Partial<MatchablePackage> = {},
): MatchablePackage => ({
  ...deb(name, version),
  format: 'rpm',
  architecture: 'x86_64',
  ...more,
});
const facts = (feeds: Feeds, pkg: MatchablePackage, scopes: readonly string[] = DEBIAN) =>
  (knowing(feeds).judge.matchPackages(scopes, [pkg])[0] ?? [])
    .map((j) => j.fact)
    .sort((a, b) => (a.vulnerability_id < b.vulnerability_id ? -1 : 1));
const found = (feeds: Feeds, pkg: MatchablePackage, scopes?: readonly string[]) =>
  facts(feeds, pkg, scopes).map((f) => `${f.vulnerability_id} ${f.fixed_version ?? 'no fix'}`);
const at = (scope: string, kind: 'source' | 'binary', name: string) => ({
  affectedPackage: { ecosystem: scope, kind, name },
});
const el9 = (name: string, fixed: string, module: string | null = null) =>
  range(name, fixed, { order: 'rpm', module, ...at('AlmaLinux:9', 'binary', name) });

describe('a package', () => {
  it('is told with all that the data say of it', () => {
    const feeds: Feeds = {
      'osv-debian': [
        record('DEBIAN-CVE-2024-1', {
          title: 'A hole',
          severity: 'high',
          cvssScore: 7.5,
          cvssVector: 'CVSS:3.1/AV:N',
          ranges: [range('openssl', '3.0.15-1')],
        }),
      ],
    };
    const { judge } = knowing(feeds);
    const [[one] = []] = judge.matchPackages(DEBIAN, [
      deb('libssl3', '3.0.14-1+b1', { source: 'openssl', source_version: '3.0.14-1' }),
    ]);
    expect(one?.fact).toEqual({
      origin: 'package',
      vulnerability_id: 'CVE-2024-1',
      package: 'libssl3',
      architecture: 'amd64',
      port: null,
      transport: null,
      installed_version: '3.0.14-1+b1',
      fixed_version: '3.0.15-1',
      severity: 'high',
      confidence: 'confirmed',
      advisory: 'DEBIAN-CVE-2024-1',
      advisory_url: 'https://example.org/DEBIAN-CVE-2024-1',
      feed: 'osv-debian',
      basis: {
        order: 'dpkg',
        scope: 'Debian:12',
        source: 'openssl',
        source_version: '3.0.14-1',
        state: 'fixed',
        format: 'dpkg',
      },
    });
    expect(one?.summary).toEqual({
      id: 'CVE-2024-1',
      title: 'A hole',
      aliases: [],
      cvss_score: 7.5,
      cvss_vector: 'CVSS:3.1/AV:N',
    });
  });

  it.each([
    ['below the fix', '1.0-1', ['CVE-2024-1 1.0-2']],
    ['at the fix', '1.0-2', []],
    ['above it', '1.0-2+deb12u1', []],
    ['before it by a tilde', '1.0-2~bpo', ['CVE-2024-1 1.0-2']],
    ['of a later epoch', '1:0.1-1', []],
  ])('%s: %s', (_what, version, expected) => {
    expect(
      found(
        { 'osv-debian': [record('DEBIAN-CVE-2024-1', { ranges: [range('a', '1.0-2')] })] },
        deb('a', version),
      ),
    ).toEqual(expected);
  });

  it('counts from where it was introduced to the last that is affected', () => {
    const feeds: Feeds = {
      'osv-debian': [
        record('DEBIAN-CVE-2024-1', {
          ranges: [
            range('a', null, { introduced: '2', lastAffected: '3' }),
            range('a', '6', { introduced: '5' }),
          ],
        }),
      ],
    };
    expect(
      ['1', '2', '3', '3.1', '4', '5', '6'].filter(
        (version) => found(feeds, deb('a', version)).length > 0,
      ),
    ).toEqual(['2', '3', '5']);
  });

  it('is judged by its own release alone', () => {
    const feeds: Feeds = {
      'osv-debian': [
        record('DEBIAN-CVE-2024-1', { ranges: [range('a', '9', at('Debian:13', 'source', 'a'))] }),
      ],
    };
    expect(found(feeds, deb('a', '1'))).toEqual([]);
    expect(found(feeds, deb('a', '1'), ['Debian:13'])).toEqual(['CVE-2024-1 9']);
    expect(found(feeds, deb('a', '1'), [])).toEqual([]);
  });

  it.each([
    ['not mended in the next release either', '1.2-3~bpo12+1', ['CVE-2024-1 1.2-4']],
    ['mended there', '1.2-4~bpo12+1', []],
    ['rebuilt', '1.2-3~bpo12+1+b1', ['CVE-2024-1 1.2-4']],
    ['mended in the next release by an update', '1.2-4~bpo12+2', []],
    ["of another release's backports", '1.2-5~bpo11+1', ['CVE-2024-1 no fix', 'CVE-2024-2 1.3-1']],
  ])('out of backports: %s', (_what, version, expected) => {
    const feeds: Feeds = {
      'osv-debian': [
        record('DEBIAN-CVE-2024-1', {
          ranges: [range('a', null), range('a', '1.2-4', at('Debian:13', 'source', 'a'))],
        }),
        record('DEBIAN-CVE-2024-2', { ranges: [range('a', '1.3-1')] }),
      ],
    };
    expect(found(feeds, deb('a', version))).toEqual(expected);
  });

  it('of a kernel out of backports is that of the next release', () => {
    const feeds: Feeds = {
      'osv-debian': [
        record('DEBIAN-CVE-2024-1', {
          ranges: [
            range('linux', null),
            range('linux', '6.12.30-1', at('Debian:13', 'source', 'linux')),
          ],
        }),
      ],
    };
    const kernel = (version: string) =>
      deb('linux-image-6.12+bpo-amd64', `${version}-1~bpo12+1`, {
        source: 'linux-signed-amd64',
        source_version: `${version}+1~bpo12+1`,
      });
    expect([found(feeds, kernel('6.12.29')), found(feeds, kernel('6.12.30'))]).toEqual([
      ['CVE-2024-1 6.12.30-1'],
      [],
    ]);
  });

  it('is told alike whatever order its records were stored in', () => {
    const named = (name: string, severity: 'high' | 'low' | null) =>
      record(name, {
        rank: advisory,
        vulnerabilities: ['CVE-2024-1'],
        severity,
        ranges: [range('a', '2')],
      });
    const all = [named('DSA-1-1', null), named('DSA-2-1', 'low'), named('DSA-3-1', 'high')];
    const [one, other] = [all, all.toReversed()].map((records) =>
      facts({ 'osv-debian': records }, deb('a', '1')),
    );
    expect(one).toMatchObject([
      { advisory: 'DSA-1-1', severity: 'low', basis: { advisories: ['DSA-2-1', 'DSA-3-1'] } },
    ]);
    expect(other).toEqual(one);
  });

  it('of a format that no data are about is not judged', () => {
    expect(
      found(
        { 'osv-debian': [record('DEBIAN-CVE-2024-1', { ranges: [range('a', '9')] })] },
        deb('a', '1', { format: 'windows' }),
      ),
    ).toEqual([]);
  });

  it.each([
    ['open', 'confirmed'],
    ['no_fix', 'confirmed'],
    ['postponed', 'confirmed'],
    ['end_of_life', 'confirmed'],
    ['undetermined', 'possible'],
  ] as const)('without a fix (%s) is %s', (state, confidence) => {
    expect(
      facts(
        { 'osv-debian': [record('DEBIAN-CVE-2024-1', { ranges: [range('a', null, { state })] })] },
        deb('a', '1'),
      ),
    ).toMatchObject([{ fixed_version: null, confidence, basis: { state } }]);
  });

  it('that the publisher finds unimportant is marked so', () => {
    expect(
      facts(
        {
          'osv-debian': [
            record('DEBIAN-CVE-2024-1', { ranges: [range('a', null, { hidden: true })] }),
          ],
        },
        deb('a', '1'),
      ),
    ).toMatchObject([{ basis: { unimportant: true } }]);
  });
});

describe('records that are about one vulnerability', () => {
  const dsa = record('DSA-1-1', {
    rank: advisory,
    vulnerabilities: ['CVE-2024-1', 'CVE-2024-2'],
    ranges: [range('a', '5')],
  });
  const cve = (fixed: string | null, state?: 'not_affected') =>
    record('DEBIAN-CVE-2024-1', { ranges: [range('a', fixed, state && { state })] });

  it('are one: the record about the CVE decides, the advisory adds its name', () => {
    expect(facts({ 'osv-debian': [cve('4'), dsa] }, deb('a', '1'))).toMatchObject([
      {
        vulnerability_id: 'CVE-2024-1',
        fixed_version: '4',
        advisory: 'DEBIAN-CVE-2024-1',
        basis: { advisories: ['DSA-1-1'] },
      },
      { vulnerability_id: 'CVE-2024-2', fixed_version: '5', advisory: 'DSA-1-1' },
    ]);
  });

  it('are mended when that record says so, whatever an advisory says', () => {
    expect(found({ 'osv-debian': [cve('4'), dsa] }, deb('a', '4'))).toEqual(['CVE-2024-2 5']);
    expect(found({ 'osv-debian': [cve(null, 'not_affected'), dsa] }, deb('a', '1'))).toEqual([
      'CVE-2024-2 5',
    ]);
  });

  it('are decided by the tracker before the CVE record, and by that before secdb', () => {
    const trackers = (state: 'not_affected' | 'open') =>
      record('CVE-2024-1', { rank: tracker, ranges: [range('a', null, { state })] });
    expect(
      found(
        { 'osv-debian': [cve('4')], 'debian-tracker': [trackers('not_affected')] },
        deb('a', '1'),
      ),
    ).toEqual([]);
    expect(
      facts({ 'osv-debian': [cve('4')], 'debian-tracker': [trackers('open')] }, deb('a', '1')),
    ).toMatchObject([
      { fixed_version: null, feed: 'debian-tracker', basis: { advisories: ['DEBIAN-CVE-2024-1'] } },
    ]);
    expect(found({ 'debian-tracker': [trackers('open')] }, deb('a', '1'))).toEqual([
      'CVE-2024-1 no fix',
    ]);
    expect(
      found(
        {
          'osv-alpine': [cve('4')],
          'alpine-secdb': [record('CVE-2024-1', { rank: secdb, ranges: [range('a', '9')] })],
        },
        deb('a', '5'),
      ),
    ).toEqual([]);
  });

  it('show the highest fix where only advisories speak, and any unmet one makes the finding', () => {
    const alsa = (name: string, fixed: string) =>
      record(name, { rank: advisory, vulnerabilities: ['CVE-2024-1'], ranges: [el9('a', fixed)] });
    const feeds: Feeds = {
      'osv-almalinux': [alsa('ALSA-2024:1', '1-2.el9'), alsa('ALSA-2024:2', '1-10.el9')],
    };
    expect(facts(feeds, rpm('a', '1-1.el9'), ['AlmaLinux:9'])).toMatchObject([
      {
        fixed_version: '1-10.el9',
        advisory: 'ALSA-2024:2',
        basis: { advisories: ['ALSA-2024:1'] },
      },
    ]);
    expect(found(feeds, rpm('a', '1-2.el9'), ['AlmaLinux:9'])).toEqual(['CVE-2024-1 1-10.el9']);
    expect(found(feeds, rpm('a', '1-10.el9'), ['AlmaLinux:9'])).toEqual([]);
  });

  it('speak of each package of a host for itself', () => {
    const { judge } = knowing({ 'osv-debian': [cve('4')] });
    expect(
      judge
        .matchPackages(DEBIAN, [
          deb('b', '1', { source: 'a' }),
          deb('c', '1'),
          deb('a', '1', { architecture: 'i386' }),
        ])
        .map((list) => list.map((j) => j.fact.architecture)),
    ).toEqual([['amd64'], [], ['i386']]);
  });
});

describe('severity', () => {
  const nvd = record('CVE-2024-1', { cvssScore: 9.8, title: 'Told by NVD' });
  it.each([
    ['of the release', { severity: 'high' as const, cvssScore: 1 }, 'low' as const, 'low'],
    ['of the record', { severity: 'high' as const, cvssScore: 1 }, null, 'high'],
    ['by the score of the record', { cvssScore: 5 }, null, 'medium'],
    ['by that of NVD', {}, null, 'critical'],
  ])('is the word %s', (_what, own, ofRelease, expected) => {
    const feeds: Feeds = {
      nvd: [nvd],
      'osv-debian': [
        record('DEBIAN-CVE-2024-1', { ...own, ranges: [range('a', '2', { severity: ofRelease })] }),
      ],
    };
    expect(facts(feeds, deb('a', '1'))).toMatchObject([{ severity: expected }]);
  });

  it('is unknown where nobody tells', () => {
    expect(
      facts(
        {
          'osv-debian': [
            record('DSA-1', {
              rank: advisory,
              vulnerabilities: ['CVE-2024-1', 'CVE-2024-2'],
              cvssScore: 9,
              ranges: [range('a', '2')],
            }),
          ],
        },
        deb('a', '1'),
      ).map((f) => f.severity),
    ).toEqual(['unknown', 'unknown']);
  });
});

describe('Ubuntu', () => {
  const cve = (scope: string, fixed: string | null, more = {}) =>
    record('UBUNTU-CVE-2024-1', {
      ranges: [range('a', fixed, { ...at(scope, 'source', 'a'), ...more })],
    });
  it('Pro does not judge a host without it', () => {
    const feeds: Feeds = { 'osv-ubuntu': [cve('Ubuntu:Pro:18.04:LTS', '1+esm2')] };
    expect(found(feeds, deb('a', '1'), ['Ubuntu:18.04:LTS'])).toEqual([]);
    expect(found(feeds, deb('a', '1'), ['Ubuntu:18.04:LTS', 'Ubuntu:Pro:18.04:LTS'])).toEqual([
      'CVE-2024-1 1+esm2',
    ]);
  });

  it('Pro decides where it speaks', () => {
    const two = record('UBUNTU-CVE-2024-1', {
      ranges: [
        range('a', null, at('Ubuntu:18.04:LTS', 'source', 'a')),
        range('a', '1+esm2', at('Ubuntu:Pro:18.04:LTS', 'source', 'a')),
      ],
    });
    expect(found({ 'osv-ubuntu': [two] }, deb('a', '1+esm2'), ['Ubuntu:18.04:LTS'])).toEqual([
      'CVE-2024-1 no fix',
    ]);
    expect(
      found({ 'osv-ubuntu': [two] }, deb('a', '1+esm2'), [
        'Ubuntu:18.04:LTS',
        'Ubuntu:Pro:18.04:LTS',
      ]),
    ).toEqual([]);
  });

  it('FIPS judges its own builds only', () => {
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
    const scopes = [
      'Ubuntu:22.04:LTS',
      'Ubuntu:Pro:22.04:LTS',
      'Ubuntu:Pro:FIPS-updates:22.04:LTS',
    ];
    expect(found(feeds, deb('a', '3.0-1.10'), scopes)).toEqual([]);
    expect(found(feeds, deb('a', '3.0-1.9+Fips1'), scopes)).toEqual(['CVE-2024-1 3.0-1.10+Fips1']);
  });

  it('tells the version of the binary package, where that is another', () => {
    const feeds: Feeds = {
      'osv-ubuntu': [
        cve('Ubuntu:22.04:LTS', '2.0', {
          conditions: { binaries: { 'a-tools': '1:7.0', other: null } },
        }),
      ],
    };
    const tool = (version: string) =>
      deb('a-tools', version, { source: 'a', source_version: '1.0' });
    expect(found(feeds, tool('1:6.0'), ['Ubuntu:22.04:LTS'])).toEqual(['CVE-2024-1 1:7.0']);
    expect(found(feeds, tool('1:7.0'), ['Ubuntu:22.04:LTS'])).toEqual([]);
    expect(found(feeds, deb('constructor', '1.0', { source: 'a' }), ['Ubuntu:22.04:LTS'])).toEqual([
      'CVE-2024-1 2.0',
    ]);
  });
});

describe('rpm', () => {
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
  it('counts the epoch, where the list tells it', () => {
    expect(
      found(
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

  it('takes the epoch of the fixes for a source whose epoch no list tells', () => {
    const part = (release: string) =>
      rpm('perl-Errno', '1.30-481.el9', {
        source: 'perl',
        source_version: `5.32.1-${release}.el9`,
      });
    expect(found(perl('4:5.32.1-481.el9'), part('481'), ROCKY)).toEqual([]);
    expect(found(perl('4:5.32.1-481.el9'), part('480'), ROCKY)).toEqual([
      'CVE-2024-1 4:5.32.1-481.el9',
    ]);
    expect(found(perl('0:5.32.1-481.el9'), part('480'), ROCKY)).toEqual([
      'CVE-2024-1 0:5.32.1-481.el9',
    ]);
  });

  it.each([
    [
      'by its own stream',
      'nodejs:18:9030020240101:rhel9',
      'nodejs:18',
      '18.2-1',
      ['CVE-2024-1 18.2-1'],
    ],
    ['not by another', 'nodejs:16:9030020240101:rhel9', 'nodejs:18', '18.2-1', []],
    ['not by a build without a module', 'nodejs:18:9030020240101:rhel9', null, '18.2-1', []],
    ['not by a module where it came with none', null, 'nodejs:18', '18.2-1', []],
    ['not by a module that is not told where it came with none', null, '*', '18.1-2', []],
    [
      'by a stream that is not told, of the same upstream version',
      'nodejs:18:9030020240101:rhel9',
      '*',
      '18.1-2',
      ['CVE-2024-1 18.1-2'],
    ],
    [
      'not by a stream that is not told, of another one',
      'nodejs:18:9030020240101:rhel9',
      '*',
      '20.1-2',
      [],
    ],
  ])('with a module is judged %s', (_what, label, module, fixed, expected) => {
    const feeds: Feeds = {
      'osv-almalinux': [
        record('ALSA-1', {
          rank: advisory,
          vulnerabilities: ['CVE-2024-1'],
          ranges: [el9('a', fixed, module)],
        }),
      ],
    };
    expect(found(feeds, rpm('a', '18.1-1', { module: label }), ['AlmaLinux:9'])).toEqual(expected);
  });
});

describe('a signed kernel', () => {
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
    '%s is that of its unsigned source',
    (name, version, source, source_version, unsigned, scope) => {
      const feeds: Feeds = {
        'osv-debian': [
          record('X-CVE-2024-1', {
            ranges: [range(unsigned, `${version}.1`, at(scope, 'source', unsigned))],
          }),
        ],
      };
      expect(facts(feeds, deb(name, version, { source, source_version }), [scope])).toMatchObject([
        {
          package: name,
          installed_version: version,
          basis: { source: unsigned, source_version: version },
        },
      ]);
    },
  );
});

describe('an earlier generation', () => {
  it('judges as it did', () => {
    const { knowledge, judge } = knowing({
      'osv-debian': [record('DEBIAN-CVE-2024-1', { title: 'old', ranges: [range('a', null)] })],
    });
    expect(judge.matchPackages(DEBIAN, [deb('a', '2')])[0]).toHaveLength(1);
    storeFeed(knowledge, 'osv-debian', 'v2', [
      record('DEBIAN-CVE-2024-1', { title: 'new', ranges: [range('a', '2')] }),
    ]);
    const at1 = (generation?: number) =>
      (judge.matchPackages(DEBIAN, [deb('a', '1')], generation)[0] ?? []).map((j) => [
        j.fact.fixed_version,
        j.summary.title,
      ]);
    expect(judge.matchPackages(DEBIAN, [deb('a', '2')])[0]).toEqual([]);
    expect([judge.generation(), at1(), at1(2), at1(1)]).toEqual([
      2,
      [['2', 'new']],
      [['2', 'new']],
      [[null, 'old']],
    ]);
    expect(judge.matchPackages(DEBIAN, [deb('a', '2')], 1)[0]).toHaveLength(1);
    expect(judge.matchPackages(DEBIAN, [deb('a', '2')], 0)[0]).toEqual([]);
  });
});
