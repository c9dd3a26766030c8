import { describe, expect, it } from 'vitest';
import {
  SOURCE_PRECEDENCE,
  type FeedName,
  type KnowledgeRecord,
  type RecordRange,
} from '../../../../src/knowledge/records.js';
import type { MatchableService, Match } from '../../../../src/vulnerabilities/facts.js';
import { createMatcher } from '../../../../src/vulnerabilities/matching/matcher.js';
import { range, record, storeFeed, recordedKnowledge } from '../../../support/stored-records.js';

const source = (
  scope: string,
  name: string,
  fixed: string | null,
  more: Partial<RecordRange> = {},
): RecordRange =>
  range(name, fixed, { affectedPackage: { ecosystem: scope, kind: 'source', name }, ...more });
const product = (name: string, more: Partial<RecordRange>): RecordRange =>
  range(name, more.fixed ?? null, {
    affectedPackage: { ecosystem: 'cpe:a', kind: 'cpe', name },
    order: 'generic',
    ...more,
  });

type Feeds = Partial<Record<FeedName, readonly KnowledgeRecord[]>>;
function judgeOf(feeds: Feeds) {
  const knowledge = recordedKnowledge();
  for (const [feed, records] of Object.entries(feeds))
    storeFeed(knowledge, feed as FeedName, '1', records);
  const judge = createMatcher(knowledge);
  return (one: MatchableService, generation?: number) => judge.matchService(one, generation);
}
const told = (found: readonly Match[]): string[] =>
  found.map(
    ({ fact }) =>
      `${fact.vulnerability_id} ${fact.installed_version} < ${fact.fixed_version} ${fact.confidence}`,
  );

function service(given: Partial<MatchableService> = {}): MatchableService {
  return {
    port: 22,
    transport: 'tcp',
    service: 'ssh',
    product: 'OpenSSH',
    version: '9.2p1',
    revision: null,
    cpe: 'cpe:2.3:a:openbsd:openssh:9.2:p1:*:*:*:*:*:*',
    banner: null,
    ...given,
  };
}

const NVD = [
  record('CVE-2023-38408', {
    severity: 'critical',
    cvssScore: 9.8,
    ranges: [product('openbsd:openssh', { fixed: '9.3p2' })],
  }),
];
const DEBIAN = [
  record('DEBIAN-CVE-2023-38408', {
    ranges: [
      source('Debian:12', 'openssh', '1:9.2p1-2+deb12u1'),
      source('Debian:13', 'openssh', '1:9.3p2-1'),
    ],
  }),
  record('DEBIAN-CVE-2024-6387', {
    ranges: [
      source('Debian:12', 'openssh', '1:9.2p1-2+deb12u3'),
      source('Debian:13', 'openssh', '1:9.7p1-7'),
    ],
  }),
];

describe("a service whose banner tells the distribution's revision", () => {
  const both = { 'osv-debian': DEBIAN, nvd: NVD };

  it('is judged by the data of its release, so that a backported fix counts', () => {
    expect(told(judgeOf(both)(service({ revision: 'Debian 2+deb12u2' })))).toEqual([
      'CVE-2024-6387 1:9.2p1-2+deb12u2 < 1:9.2p1-2+deb12u3 version-based',
    ]);
  });

  it('is clean when its release has mended everything, whatever the upstream version', () => {
    expect(judgeOf(both)(service({ revision: 'Debian 2+deb12u3' }))).toEqual([]);
  });

  it('gets the release from the data when the revision does not tell it', () => {
    expect(told(judgeOf(both)(service({ revision: 'Debian 2' })))).toEqual([
      'CVE-2023-38408 1:9.2p1-2 < 1:9.2p1-2+deb12u1 version-based',
      'CVE-2024-6387 1:9.2p1-2 < 1:9.2p1-2+deb12u3 version-based',
    ]);
  });

  it('says what was found at the port, not at a package', () => {
    const [found] = judgeOf(both)(service({ revision: 'Debian 2+deb12u2' }));
    expect(found?.fact).toMatchObject({
      origin: 'service',
      package: null,
      architecture: null,
      port: 22,
      transport: 'tcp',
      advisory: 'DEBIAN-CVE-2024-6387',
      basis: { source: 'openssh', scope: 'Debian:12' },
    });
  });

  it('is judged by the upstream version, as possible, where nothing is known of its release', () => {
    expect(told(judgeOf({ nvd: NVD })(service({ revision: 'Debian 2+deb12u3' })))).toEqual([
      'CVE-2023-38408 9.2p1 < 9.3p2 possible',
    ]);
  });

  it('is judged by the upstream version, as possible, where the distribution never speaks of such a package', () => {
    const others = [
      record('DEBIAN-CVE-2024-1', { ranges: [source('Debian:12', 'openssl', '3.0.15-1')] }),
    ];
    expect(
      told(judgeOf({ 'osv-debian': others, nvd: NVD })(service({ revision: 'Debian 2+deb12u3' }))),
    ).toEqual(['CVE-2023-38408 9.2p1 < 9.3p2 possible']);
    expect(
      judgeOf({
        'osv-debian': [
          ...others,
          record('DEBIAN-CVE-2024-2', {
            ranges: [source('Debian:11', 'openssh', '1:8.4p1-5+deb11u1')],
          }),
        ],
        nvd: NVD,
      })(service({ revision: 'Debian 2+deb12u3' })),
    ).toEqual([]);
  });

  it('is judged as possible by the upstream version when it is a backport, which no release answers for', () => {
    expect(told(judgeOf(both)(service({ revision: 'Debian 2~bpo11+1' })))).toEqual([
      'CVE-2023-38408 9.2p1 < 9.3p2 possible',
    ]);
  });

  it('of Ubuntu finds its release too, by what stands in the revision or by the data', () => {
    const ubuntu = judgeOf({
      'osv-ubuntu': [
        record('UBUNTU-CVE-2024-6387', {
          ranges: [
            source('Ubuntu:22.04:LTS', 'openssh', '1:8.9p1-3ubuntu0.10'),
            source('Ubuntu:24.04:LTS', 'openssh', '1:9.6p1-3ubuntu13.3'),
          ],
        }),
        record('UBUNTU-CVE-2024-0001', {
          ranges: [source('Ubuntu:22.04:LTS', 'bind9', '1:9.18.28-0ubuntu0.22.04.1')],
        }),
      ],
    });
    expect(
      told(
        ubuntu(
          service({
            version: '8.9p1',
            revision: 'Ubuntu 3ubuntu0.6',
            cpe: 'cpe:2.3:a:openbsd:openssh:8.9:p1:*:*:*:*:*:*',
          }),
        ),
      ),
    ).toEqual(['CVE-2024-6387 1:8.9p1-3ubuntu0.6 < 1:8.9p1-3ubuntu0.10 version-based']);
    const bind = service({
      version: '9.18.18',
      revision: 'Ubuntu 0ubuntu0.22.04.2',
      cpe: 'cpe:2.3:a:isc:bind:9.18.18:*:*:*:*:*:*:*',
    });
    expect(told(ubuntu(bind))).toEqual([
      'CVE-2024-0001 1:9.18.18-0ubuntu0.22.04.2 < 1:9.18.28-0ubuntu0.22.04.1 version-based',
    ]);
  });

  it('is of the release that knows its base revision, before one that only knows its upstream version', () => {
    const judge = judgeOf({
      'osv-debian': [
        record('DEBIAN-CVE-2024-0001', {
          ranges: [
            source('Debian:12', 'openssh', '1:9.2p1-2+deb12u1'),
            source('Debian:13', 'openssh', '1:9.2p1-1'),
          ],
        }),
        record('DEBIAN-CVE-2024-0002', { ranges: [source('Debian:13', 'openssh', null)] }),
      ],
    });
    expect(told(judge(service({ revision: 'Debian 2' })))).toEqual([
      'CVE-2024-0001 1:9.2p1-2 < 1:9.2p1-2+deb12u1 version-based',
    ]);
  });

  it('tells what only some of the releases say that it may be from as possible', () => {
    const two = judgeOf({
      'osv-debian': [
        record('DEBIAN-CVE-2024-0001', {
          ranges: [
            source('Debian:12', 'openssh', '1:9.2p1-2+deb12u1'),
            source('Debian:13', 'openssh', '1:9.2p1-2'),
          ],
        }),
        record('DEBIAN-CVE-2024-0002', {
          ranges: [source('Debian:12', 'openssh', null), source('Debian:13', 'openssh', null)],
        }),
      ],
    });
    expect(told(two(service({ revision: 'Debian 2' })))).toEqual([
      'CVE-2024-0001 1:9.2p1-2 < 1:9.2p1-2+deb12u1 possible',
      'CVE-2024-0002 1:9.2p1-2 < null version-based',
    ]);
  });
});

describe('ranks', () => {
  it('count for services as for packages: what the tracker says is not affected is not', () => {
    const feeds: Feeds = {
      'debian-tracker': [
        record('CVE-2024-1', {
          rank: SOURCE_PRECEDENCE.tracker,
          ranges: [source('Debian:12', 'openssh', null, { state: 'not_affected' })],
        }),
      ],
      'osv-debian': [
        record('DEBIAN-CVE-2024-1', {
          ranges: [source('Debian:12', 'openssh', '1:9.2p1-2+deb12u9')],
        }),
      ],
    };
    expect(judgeOf(feeds)(service({ revision: 'Debian 2+deb12u3' }))).toEqual([]);
  });
});

describe('a service that tells no revision', () => {
  it('is judged by its upstream version', () => {
    const [found] = judgeOf({ nvd: NVD })(service());
    expect(found).toMatchObject({
      fact: {
        vulnerability_id: 'CVE-2023-38408',
        confidence: 'version-based',
        severity: 'critical',
        feed: 'nvd',
        fixed_version: '9.3p2',
        basis: { order: 'generic', scope: 'cpe:a', source: 'openbsd:openssh' },
      },
      summary: { cvss_score: 9.8 },
    });
  });

  it('is possibly mended where a distribution has packed that very version, or is named without a revision', () => {
    const judge = judgeOf({ 'osv-debian': DEBIAN, nvd: NVD });
    expect(told(judge(service()))).toEqual(['CVE-2023-38408 9.2p1 < 9.3p2 possible']);
    expect(
      told(
        judge(service({ version: '9.1p1', cpe: 'cpe:2.3:a:openbsd:openssh:9.1:p1:*:*:*:*:*:*' })),
      ),
    ).toEqual(['CVE-2023-38408 9.1p1 < 9.3p2 version-based']);
    expect(told(judgeOf({ nvd: NVD })(service({ revision: 'Ubuntu' })))).toEqual([
      'CVE-2023-38408 9.2p1 < 9.3p2 possible',
    ]);
  });

  it('is only possibly hit where a distribution of rpm packages has packed that version, which its banner tells without the p1', () => {
    const alma = record('ALSA-2024:4312', {
      vulnerabilities: ['CVE-2024-6387'],
      ranges: [
        range('openssh-server', '8.7p1-38.el9_4.1', {
          affectedPackage: { ecosystem: 'AlmaLinux:9', kind: 'binary', name: 'openssh-server' },
          order: 'rpm',
        }),
      ],
    });
    const judge = judgeOf({ nvd: NVD, 'osv-almalinux': [alma] });
    const of = (version: string) =>
      told(judge(service({ version, cpe: `cpe:2.3:a:openbsd:openssh:${version}:*:*:*:*:*:*:*` })));
    expect([of('8.7'), of('8.8')]).toEqual([
      ['CVE-2023-38408 8.7 < 9.3p2 possible'],
      ['CVE-2023-38408 8.8 < 9.3p2 version-based'],
    ]);
  });

  it('counts the update of a CPE name: 9.3p2 is mended, 9.3p1 is not', () => {
    const judge = judgeOf({ nvd: NVD });
    const of = (update: string) =>
      told(
        judge(
          service({
            version: `9.3${update}`,
            cpe: `cpe:2.3:a:openbsd:openssh:9.3:${update}:*:*:*:*:*:*`,
          }),
        ),
      );
    expect([of('p1'), of('p2')]).toEqual([['CVE-2023-38408 9.3p1 < 9.3p2 version-based'], []]);
  });

  it('is found under the other names of its product, each vulnerability once', () => {
    const ranges = ['f5:nginx', 'nginx:nginx'].map((name) =>
      product(name, { introduced: '1.0', lastAffected: '1.18.0' }),
    );
    const nginx = service({
      product: 'nginx',
      version: '1.18.0',
      cpe: 'cpe:2.3:a:f5:nginx:1.18.0:*:*:*:*:*:*:*',
    });
    expect(told(judgeOf({ nvd: [record('CVE-2021-23017', { ranges })] })(nginx))).toEqual([
      'CVE-2021-23017 1.18.0 < null version-based',
    ]);
  });

  it('is only possibly hit by what holds on some platforms, unless another range holds everywhere', () => {
    const somewhere = product('openbsd:openssh', {
      conditions: { platform: ['cpe:2.3:o:apple:macos:-:*:*:*:*:*:*:*'] },
    });
    expect(told(judgeOf({ nvd: [record('CVE-1-1', { ranges: [somewhere] })] })(service()))).toEqual(
      ['CVE-1-1 9.2p1 < null possible'],
    );
    expect(
      told(
        judgeOf({
          nvd: [record('CVE-1-1', { ranges: [somewhere, { ...somewhere, conditions: null }] })],
        })(service()),
      ),
    ).toEqual(['CVE-1-1 9.2p1 < null version-based']);
  });

  it('is not hit by what holds in the subscription edition of BIND, unless it tells that it is one: its versions come after those of the same number', () => {
    const ranges = [
      product('isc:bind', { introduced: '9.18.1', fixed: '9.18.28' }),
      product('isc:bind', {
        introduced: '9.18.11-S1',
        fixed: '9.18.28-S1',
        conditions: { preview: true },
      }),
    ];
    const judge = judgeOf({ nvd: [record('CVE-2024-0760', { ranges })] });
    const of = (version: string) =>
      told(
        judge(
          service({
            service: 'domain',
            product: 'BIND',
            version,
            cpe: `cpe:2.3:a:isc:bind:${version}:*:*:*:*:*:*:*`,
          }),
        ),
      );
    expect([of('9.18.28'), of('9.18.28-S1'), of('9.18.27')]).toEqual([
      [],
      [],
      ['CVE-2024-0760 9.18.27 < 9.18.28 version-based'],
    ]);
    expect(of('9.18.27-S1')).toHaveLength(1);
  });

  it('is hit by what ends with its version, whatever the update: 7.7 means 7.7p1 too', () => {
    const upTo = judgeOf({
      nvd: [
        record('CVE-2018-15473', { ranges: [product('openbsd:openssh', { lastAffected: '7.7' })] }),
        record('CVE-2018-1', { ranges: [product('openbsd:openssh', { fixed: '7.7' })] }),
      ],
    });
    const of = (version: string, update: string) =>
      told(
        upTo(
          service({
            version: `${version}${update}`,
            cpe: `cpe:2.3:a:openbsd:openssh:${version}:${update || '*'}:*:*:*:*:*:*`,
          }),
        ),
      );
    expect([of('7.7', ''), of('7.7', 'p1'), of('7.7', 'p2'), of('7.8', 'p1')]).toEqual([
      ['CVE-2018-15473 7.7 < null version-based'],
      ['CVE-2018-15473 7.7p1 < null version-based'],
      ['CVE-2018-15473 7.7p2 < null possible'],
      [],
    ]);
  });

  it('is judged by an earlier generation when one is asked for', () => {
    const judge = judgeOf({ 'osv-debian': DEBIAN, nvd: NVD });
    expect([judge(service(), 1).length, judge(service(), 2).length]).toEqual([0, 1]);
  });

  it.each([
    ['without a version', { version: null, cpe: 'cpe:2.3:a:openbsd:openssh:*:*:*:*:*:*:*:*' }],
    ['without a place in the dictionary', { cpe: null }],
    ['with a name that is none', { cpe: 'cpe:2.3:a:*:*:*' }],
  ])('%s is not judged: nothing is guessed', (_what, given) => {
    expect(judgeOf({ nvd: NVD })(service(given))).toEqual([]);
  });
});
