import { describe, expect, it } from 'vitest';
import {
  SOURCE_PRECEDENCE,
  type FeedName,
  type KnowledgeRecord,
  type RecordRange,
} from '../../../../src/knowledge/records.js';
import type { MatchableService, Match } from '../../../../src/vulnerabilities/facts.js';
import { createMatcher } from '../../../../src/vulnerabilities/matching/matcher.js';
import { range, record, storeFeed, createKnowledge } from '../../../support/stored-records.js';

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
function createServiceMatcher(feeds: Feeds) {
  const knowledge = createKnowledge();
  for (const [feed, records] of Object.entries(feeds))
    storeFeed(knowledge, feed as FeedName, '1', records);
  const matcher = createMatcher(knowledge);
  return (one: MatchableService, generation?: number) => matcher.matchService(one, generation);
}
const summarize = (found: readonly Match[]): string[] =>
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

describe("matching a service whose banner contains the distribution's revision", () => {
  const both = { 'osv-debian': DEBIAN, nvd: NVD };

  it('uses the data of its release, so that a backported fix counts', () => {
    expect(
      summarize(createServiceMatcher(both)(service({ revision: 'Debian 2+deb12u2' }))),
    ).toEqual(['CVE-2024-6387 1:9.2p1-2+deb12u2 < 1:9.2p1-2+deb12u3 version-based']);
  });

  it('finds nothing if its release has fixed everything, for any upstream version', () => {
    expect(createServiceMatcher(both)(service({ revision: 'Debian 2+deb12u3' }))).toEqual([]);
  });

  it('finds the release in the data if the revision does not name it', () => {
    expect(summarize(createServiceMatcher(both)(service({ revision: 'Debian 2' })))).toEqual([
      'CVE-2023-38408 1:9.2p1-2 < 1:9.2p1-2+deb12u1 version-based',
      'CVE-2024-6387 1:9.2p1-2 < 1:9.2p1-2+deb12u3 version-based',
    ]);
  });

  it('uses the data of Ubuntu if its revision says Debian in front of a number of Ubuntu', () => {
    const ubuntu = record('UBUNTU-CVE-2014-2532', {
      ranges: [source('Ubuntu:14.04:LTS', 'openssh', '1:5.9p1-5ubuntu1.2')],
    });
    const debian = record('DEBIAN-CVE-2014-2653', {
      ranges: [source('Debian:7', 'openssh', '1:5.9p1-6')],
    });
    const match = createServiceMatcher({ 'osv-ubuntu': [ubuntu], 'osv-debian': [debian] });
    const stored = service({ version: '5.9p1', revision: 'Debian 5ubuntu1.1' });
    expect(match(stored).map(({ fact }) => fact.vulnerability_id)).toEqual(['CVE-2014-2532']);
    expect(match({ ...stored, revision: 'Ubuntu 5ubuntu1.1' })).toEqual(match(stored));
  });

  it('returns matches of the port, not of a package', () => {
    const [found] = createServiceMatcher(both)(service({ revision: 'Debian 2+deb12u2' }));
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

  it('uses the upstream version (possible) without any data about its release', () => {
    expect(
      summarize(createServiceMatcher({ nvd: NVD })(service({ revision: 'Debian 2+deb12u3' }))),
    ).toEqual(['CVE-2023-38408 9.2p1 < 9.3p2 possible']);
  });

  it('uses the upstream version (possible) if the distribution has no data about the package', () => {
    const others = [
      record('DEBIAN-CVE-2024-1', { ranges: [source('Debian:12', 'openssl', '3.0.15-1')] }),
    ];
    expect(
      summarize(
        createServiceMatcher({ 'osv-debian': others, nvd: NVD })(
          service({ revision: 'Debian 2+deb12u3' }),
        ),
      ),
    ).toEqual(['CVE-2023-38408 9.2p1 < 9.3p2 possible']);
    expect(
      createServiceMatcher({
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

  it('uses the upstream version (possible) for a backport, which no release covers', () => {
    expect(
      summarize(createServiceMatcher(both)(service({ revision: 'Debian 2~bpo11+1' }))),
    ).toEqual(['CVE-2023-38408 9.2p1 < 9.3p2 possible']);
  });

  it('finds the release of Ubuntu in the revision or in the data', () => {
    const ubuntu = createServiceMatcher({
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
      summarize(
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
    expect(summarize(ubuntu(bind))).toEqual([
      'CVE-2024-0001 1:9.18.18-0ubuntu0.22.04.2 < 1:9.18.28-0ubuntu0.22.04.1 version-based',
    ]);
  });

  it('prefers a release that knows the base revision to one that knows the upstream version only', () => {
    const match = createServiceMatcher({
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
    expect(summarize(match(service({ revision: 'Debian 2' })))).toEqual([
      'CVE-2024-0001 1:9.2p1-2 < 1:9.2p1-2+deb12u1 version-based',
    ]);
  });

  it('returns matches of only some possible releases as possible', () => {
    const two = createServiceMatcher({
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
    expect(summarize(two(service({ revision: 'Debian 2' })))).toEqual([
      'CVE-2024-0001 1:9.2p1-2 < 1:9.2p1-2+deb12u1 possible',
      'CVE-2024-0002 1:9.2p1-2 < null version-based',
    ]);
  });
});

describe('ranks of records', () => {
  it('apply to services as to packages: the tracker overrules other records', () => {
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
    expect(createServiceMatcher(feeds)(service({ revision: 'Debian 2+deb12u3' }))).toEqual([]);
  });
});

describe('matching a service without a revision', () => {
  it('uses its upstream version', () => {
    const [found] = createServiceMatcher({ nvd: NVD })(service());
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

  it('returns possible matches if a distribution packaged this version, or is named without a revision', () => {
    const match = createServiceMatcher({ 'osv-debian': DEBIAN, nvd: NVD });
    expect(summarize(match(service()))).toEqual(['CVE-2023-38408 9.2p1 < 9.3p2 possible']);
    expect(
      summarize(
        match(service({ version: '9.1p1', cpe: 'cpe:2.3:a:openbsd:openssh:9.1:p1:*:*:*:*:*:*' })),
      ),
    ).toEqual(['CVE-2023-38408 9.1p1 < 9.3p2 version-based']);
    expect(summarize(createServiceMatcher({ nvd: NVD })(service({ revision: 'Ubuntu' })))).toEqual([
      'CVE-2023-38408 9.2p1 < 9.3p2 possible',
    ]);
  });

  it('returns possible matches if an rpm distribution packaged the version that the banner reports without p1', () => {
    const alma = record('ALSA-2024:4312', {
      vulnerabilities: ['CVE-2024-6387'],
      ranges: [
        range('openssh-server', '8.7p1-38.el9_4.1', {
          affectedPackage: { ecosystem: 'AlmaLinux:9', kind: 'binary', name: 'openssh-server' },
          order: 'rpm',
        }),
      ],
    });
    const match = createServiceMatcher({ nvd: NVD, 'osv-almalinux': [alma] });
    const of = (version: string) =>
      summarize(
        match(service({ version, cpe: `cpe:2.3:a:openbsd:openssh:${version}:*:*:*:*:*:*:*` })),
      );
    expect([of('8.7'), of('8.8')]).toEqual([
      ['CVE-2023-38408 8.7 < 9.3p2 possible'],
      ['CVE-2023-38408 8.8 < 9.3p2 version-based'],
    ]);
  });

  it('compares the update of a CPE name: 9.3p2 is fixed, 9.3p1 is not', () => {
    const match = createServiceMatcher({ nvd: NVD });
    const of = (update: string) =>
      summarize(
        match(
          service({
            version: `9.3${update}`,
            cpe: `cpe:2.3:a:openbsd:openssh:9.3:${update}:*:*:*:*:*:*`,
          }),
        ),
      );
    expect([of('p1'), of('p2')]).toEqual([['CVE-2023-38408 9.3p1 < 9.3p2 version-based'], []]);
  });

  it('searches all CPE names of the product, and returns each vulnerability once', () => {
    const ranges = ['f5:nginx', 'nginx:nginx'].map((name) =>
      product(name, { introduced: '1.0', lastAffected: '1.18.0' }),
    );
    const nginx = service({
      product: 'nginx',
      version: '1.18.0',
      cpe: 'cpe:2.3:a:f5:nginx:1.18.0:*:*:*:*:*:*:*',
    });
    expect(
      summarize(createServiceMatcher({ nvd: [record('CVE-2021-23017', { ranges })] })(nginx)),
    ).toEqual(['CVE-2021-23017 1.18.0 < null version-based']);
  });

  it('returns possible matches for ranges of some platforms, unless another range applies everywhere', () => {
    const somewhere = product('openbsd:openssh', {
      conditions: { platform: ['cpe:2.3:o:apple:macos:-:*:*:*:*:*:*:*'] },
    });
    expect(
      summarize(
        createServiceMatcher({ nvd: [record('CVE-1-1', { ranges: [somewhere] })] })(service()),
      ),
    ).toEqual(['CVE-1-1 9.2p1 < null possible']);
    expect(
      summarize(
        createServiceMatcher({
          nvd: [record('CVE-1-1', { ranges: [somewhere, { ...somewhere, conditions: null }] })],
        })(service()),
      ),
    ).toEqual(['CVE-1-1 9.2p1 < null version-based']);
  });

  it('applies ranges of the BIND subscription edition only to its versions, later than the public ones', () => {
    const ranges = [
      product('isc:bind', { introduced: '9.18.1', fixed: '9.18.28' }),
      product('isc:bind', {
        introduced: '9.18.11-S1',
        fixed: '9.18.28-S1',
        conditions: { preview: true },
      }),
    ];
    const match = createServiceMatcher({ nvd: [record('CVE-2024-0760', { ranges })] });
    const of = (version: string) =>
      summarize(
        match(
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

  it('includes all updates of the last affected version: 7.7 includes 7.7p1', () => {
    const upTo = createServiceMatcher({
      nvd: [
        record('CVE-2018-15473', { ranges: [product('openbsd:openssh', { lastAffected: '7.7' })] }),
        record('CVE-2018-1', { ranges: [product('openbsd:openssh', { fixed: '7.7' })] }),
      ],
    });
    const of = (version: string, update: string) =>
      summarize(
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

  it('uses an earlier generation on request', () => {
    const match = createServiceMatcher({ 'osv-debian': DEBIAN, nvd: NVD });
    expect([match(service(), 1).length, match(service(), 2).length]).toEqual([0, 1]);
  });

  it.each([
    ['without a version', { version: null, cpe: 'cpe:2.3:a:openbsd:openssh:*:*:*:*:*:*:*:*' }],
    ['without a CPE name', { cpe: null }],
    ['with an invalid CPE name', { cpe: 'cpe:2.3:a:*:*:*' }],
  ])('finds nothing %s, since nothing is guessed', (_what, given) => {
    expect(createServiceMatcher({ nvd: NVD })(service(given))).toEqual([]);
  });
});

describe('ranges of a CNA', () => {
  const redisService = (version: string): MatchableService =>
    service({
      port: 6379,
      product: 'Redis',
      version,
      cpe: `cpe:2.3:a:redis:redis:${version}:*:*:*:*:*:*:*`,
    });
  const cve = (id: string, more: Partial<RecordRange>): KnowledgeRecord =>
    record(id, { ranges: [product('redis:redis', { introduced: '7.0.0', ...more })] });
  const createMatch = () =>
    createServiceMatcher({
      nvd: [
        cve('CVE-2026-1', { fixed: '7.0.99', conditions: { cna: 'security@redis.io' } }),
        cve('CVE-2026-2', { fixed: '7.0.99' }),
        cve('CVE-2026-3', {
          state: 'open',
          endsBefore: '7.1',
          conditions: { cna: 'security@redis.io' },
        }),
      ],
    });

  it('match as certainly as those of NVD, and say whose they are', () => {
    const found = createMatch()(redisService('7.0.15'));
    expect(summarize(found)).toEqual([
      'CVE-2026-2 7.0.15 < 7.0.99 version-based',
      'CVE-2026-1 7.0.15 < 7.0.99 version-based',
      'CVE-2026-3 7.0.15 < null version-based',
    ]);
    expect(found.map(({ fact }) => fact.basis.cna)).toEqual([
      undefined,
      'security@redis.io',
      'security@redis.io',
    ]);
  });

  it('end where they say so, and name no fix that is not stated', () => {
    expect(summarize(createMatch()(redisService('7.1.0')))).toEqual([]);
    expect(summarize(createMatch()(redisService('7.0.100')))).toEqual([
      'CVE-2026-3 7.0.100 < null version-based',
    ]);
  });
});
