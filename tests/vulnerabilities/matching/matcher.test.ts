import { describe, expect, it } from 'vitest';
import { SOURCE_PRECEDENCE } from '../../../src/knowledge/records.js';
import { range, record, storeFeed } from '../../support/stored-records.js';
import { at, deb, DEBIAN, el9, facts, rpm, setUp, summarize, type Feeds } from './matching.js';

const { tracker, secdb, advisory } = SOURCE_PRECEDENCE;

describe('matches of a package', () => {
  it('contain the fact and the summary of the vulnerability', () => {
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
    const { matcher } = setUp(feeds);
    const [[one] = []] = matcher.matchPackages(DEBIAN, [
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
      exploitation: null,
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
  ])('depend on the fixed version: installed %s (%s)', (_what, version, expected) => {
    expect(
      summarize(
        { 'osv-debian': [record('DEBIAN-CVE-2024-1', { ranges: [range('a', '1.0-2')] })] },
        deb('a', version),
      ),
    ).toEqual(expected);
  });

  it('start at the introduced version and end at the last affected one', () => {
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
        (version) => summarize(feeds, deb('a', version)).length > 0,
      ),
    ).toEqual(['2', '3', '5']);
  });

  it('are found only in the ecosystem of the host', () => {
    const feeds: Feeds = {
      'osv-debian': [
        record('DEBIAN-CVE-2024-1', { ranges: [range('a', '9', at('Debian:13', 'source', 'a'))] }),
      ],
    };
    expect(summarize(feeds, deb('a', '1'))).toEqual([]);
    expect(summarize(feeds, deb('a', '1'), ['Debian:13'])).toEqual(['CVE-2024-1 9']);
    expect(summarize(feeds, deb('a', '1'), [])).toEqual([]);
  });

  it.each([
    ['not fixed in the next release either', '1.2-3~bpo12+1', ['CVE-2024-1 1.2-4']],
    ['fixed there', '1.2-4~bpo12+1', []],
    ['rebuilt', '1.2-3~bpo12+1+b1', ['CVE-2024-1 1.2-4']],
    ['fixed in the next release by an update', '1.2-4~bpo12+2', []],
    ["of another release's backports", '1.2-5~bpo11+1', ['CVE-2024-1 no fix', 'CVE-2024-2 1.3-1']],
  ])(
    'of a package from backports are those of the next release: %s',
    (_what, version, expected) => {
      const feeds: Feeds = {
        'osv-debian': [
          record('DEBIAN-CVE-2024-1', {
            ranges: [range('a', null), range('a', '1.2-4', at('Debian:13', 'source', 'a'))],
          }),
          record('DEBIAN-CVE-2024-2', { ranges: [range('a', '1.3-1')] }),
        ],
      };
      expect(summarize(feeds, deb('a', version))).toEqual(expected);
    },
  );

  it('of a kernel from backports are those of the next release', () => {
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
    expect([summarize(feeds, kernel('6.12.29')), summarize(feeds, kernel('6.12.30'))]).toEqual([
      ['CVE-2024-1 6.12.30-1'],
      [],
    ]);
  });

  it('do not depend on the order in which records were stored', () => {
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

  it('are empty for a package format that no feed covers', () => {
    expect(
      summarize(
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
  ] as const)('without a fix, in the state %s, are %s', (state, confidence) => {
    expect(
      facts(
        { 'osv-debian': [record('DEBIAN-CVE-2024-1', { ranges: [range('a', null, { state })] })] },
        deb('a', '1'),
      ),
    ).toMatchObject([{ fixed_version: null, confidence, basis: { state } }]);
  });

  it('are marked if their publisher rates them unimportant', () => {
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

describe('several records about one vulnerability', () => {
  const dsa = record('DSA-1-1', {
    rank: advisory,
    vulnerabilities: ['CVE-2024-1', 'CVE-2024-2'],
    ranges: [range('a', '5')],
  });
  const cve = (fixed: string | null, state?: 'not_affected') =>
    record('DEBIAN-CVE-2024-1', { ranges: [range('a', fixed, state && { state })] });

  it('are one match: the CVE record decides, and the advisory adds its name', () => {
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

  it('are no match if the CVE record is fixed, although an advisory is not', () => {
    expect(summarize({ 'osv-debian': [cve('4'), dsa] }, deb('a', '4'))).toEqual(['CVE-2024-2 5']);
    expect(summarize({ 'osv-debian': [cve(null, 'not_affected'), dsa] }, deb('a', '1'))).toEqual([
      'CVE-2024-2 5',
    ]);
  });

  it('are decided by the tracker before CVE records, and by those before secdb', () => {
    const trackers = (state: 'not_affected' | 'open') =>
      record('CVE-2024-1', { rank: tracker, ranges: [range('a', null, { state })] });
    expect(
      summarize(
        { 'osv-debian': [cve('4')], 'debian-tracker': [trackers('not_affected')] },
        deb('a', '1'),
      ),
    ).toEqual([]);
    expect(
      facts({ 'osv-debian': [cve('4')], 'debian-tracker': [trackers('open')] }, deb('a', '1')),
    ).toMatchObject([
      { fixed_version: null, feed: 'debian-tracker', basis: { advisories: ['DEBIAN-CVE-2024-1'] } },
    ]);
    expect(summarize({ 'debian-tracker': [trackers('open')] }, deb('a', '1'))).toEqual([
      'CVE-2024-1 no fix',
    ]);
    expect(
      summarize(
        {
          'osv-alpine': [cve('4')],
          'alpine-secdb': [record('CVE-2024-1', { rank: secdb, ranges: [range('a', '9')] })],
        },
        deb('a', '5'),
      ),
    ).toEqual([]);
  });

  it('show the highest fix if all are advisories, of which one is enough for a match', () => {
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
    expect(summarize(feeds, rpm('a', '1-2.el9'), ['AlmaLinux:9'])).toEqual(['CVE-2024-1 1-10.el9']);
    expect(summarize(feeds, rpm('a', '1-10.el9'), ['AlmaLinux:9'])).toEqual([]);
  });

  it('are decided for each package of a host separately', () => {
    const { matcher } = setUp({ 'osv-debian': [cve('4')] });
    expect(
      matcher
        .matchPackages(DEBIAN, [
          deb('b', '1', { source: 'a' }),
          deb('c', '1'),
          deb('a', '1', { architecture: 'i386' }),
        ])
        .map((list) => list.map((j) => j.fact.architecture)),
    ).toEqual([['amd64'], [], ['i386']]);
  });
});

describe('severity of a match', () => {
  const nvd = record('CVE-2024-1', { cvssScore: 9.8, title: 'Title by NVD' });
  it.each([
    ['of the release', { severity: 'high' as const, cvssScore: 1 }, 'low' as const, 'low'],
    ['of the record', { severity: 'high' as const, cvssScore: 1 }, null, 'high'],
    ['by the score of the record', { cvssScore: 5 }, null, 'medium'],
    ['by that of NVD', {}, null, 'critical'],
  ])('is the rating %s', (_what, own, ofRelease, expected) => {
    const feeds: Feeds = {
      nvd: [nvd],
      'osv-debian': [
        record('DEBIAN-CVE-2024-1', { ...own, ranges: [range('a', '2', { severity: ofRelease })] }),
      ],
    };
    expect(facts(feeds, deb('a', '1'))).toMatchObject([{ severity: expected }]);
  });

  it('is unknown without any rating', () => {
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

describe('matching with an earlier generation', () => {
  it('has the same result as at that time', () => {
    const { knowledge, matcher } = setUp({
      'osv-debian': [record('DEBIAN-CVE-2024-1', { title: 'old', ranges: [range('a', null)] })],
    });
    expect(matcher.matchPackages(DEBIAN, [deb('a', '2')])[0]).toHaveLength(1);
    storeFeed(knowledge, 'osv-debian', 'v2', [
      record('DEBIAN-CVE-2024-1', { title: 'new', ranges: [range('a', '2')] }),
    ]);
    const at1 = (generation?: number) =>
      (matcher.matchPackages(DEBIAN, [deb('a', '1')], generation)[0] ?? []).map((j) => [
        j.fact.fixed_version,
        j.summary.title,
      ]);
    expect(matcher.matchPackages(DEBIAN, [deb('a', '2')])[0]).toEqual([]);
    expect([matcher.generation(), at1(), at1(2), at1(1)]).toEqual([
      2,
      [['2', 'new']],
      [['2', 'new']],
      [[null, 'old']],
    ]);
    expect(matcher.matchPackages(DEBIAN, [deb('a', '2')], 1)[0]).toHaveLength(1);
    expect(matcher.matchPackages(DEBIAN, [deb('a', '2')], 0)[0]).toEqual([]);
  });
});
