import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FeedName, KnowledgeRecord, RecordRange } from '../../../src/knowledge/records.js';
import type { Fact, MatchableService } from '../../../src/vulnerabilities/facts.js';
import { createMatcher } from '../../../src/vulnerabilities/matching/matcher.js';
import { groupByPlan } from '../../../src/vulnerabilities/remediations/group.js';
import {
  toRemediation,
  type Remediation,
} from '../../../src/vulnerabilities/remediations/remediations.js';
import { compareVersions } from '../../../src/versions/versions.js';
import { createKnowledge, range, record, storeFeed } from '../../support/stored-records.js';
import { deb } from '../matching/matching.js';

/** Affected versions, each as [from, before]: `null` has no bound, `{ last }` is the last affected version. */
type Versions = [from: string | null, to: string | { last: string } | null][];

const NGINX = { affectedPackage: { ecosystem: 'cpe:a', kind: 'cpe' as const, name: 'f5:nginx' } };

function toRanges(versions: Versions, more: Partial<RecordRange>): RecordRange[] {
  return versions.map(([from, to]) =>
    range('', typeof to === 'string' ? to : null, {
      introduced: from,
      lastAffected: to !== null && typeof to === 'object' ? to.last : null,
      ...more,
    }),
  );
}

const records = (of: readonly Versions[], more: Partial<RecordRange>): KnowledgeRecord[] =>
  of.map((versions, i) => record(`CVE-2024-${i + 1}`, { ranges: toRanges(versions, more) }));

/** Replaces the data of a feed, and returns a matcher. */
const matcherWith = (feed: FeedName, all: KnowledgeRecord[]) => {
  const knowledge = createKnowledge();
  storeFeed(knowledge, feed, '1', all);
  return createMatcher(knowledge);
};

const service = (version: string, port = 80): MatchableService => ({
  port,
  transport: 'tcp',
  service: 'http',
  product: 'nginx',
  version,
  revision: null,
  cpe: `cpe:2.3:a:f5:nginx:${version}:*:*:*:*:*:*:*`,
  banner: null,
});

const remediate = (facts: readonly Fact[]): Remediation[] =>
  groupByPlan(
    facts.map((fact) => ({
      ...fact,
      title: 'A hole',
      risk: 50,
      risk_reason: 'CVSS 7.5.',
      isKnownExploited: false,
    })),
  ).map(toRemediation);

const actionsOf = (of: readonly Versions[], version: string): Remediation[] =>
  remediate(
    matcherWith('nvd', records(of, { order: 'generic', ...NGINX }))
      .matchService(service(version))
      .map(({ fact }) => fact),
  );

const titles = (of: readonly Versions[], version: string): string[] =>
  actionsOf(of, version).map(({ title, vulnerabilities }) => `${title}: ${vulnerabilities.length}`);

describe('the upgrade of a service', () => {
  it('goes to the highest fixed version of its findings, not to that of the riskiest', () => {
    expect(titles([[[null, '7.2.6']], [[null, '7.2.14']], [[null, '7.2.7']]], '7.2.1')).toEqual([
      'Upgrade nginx (80/tcp) to 7.2.14 or later: 3',
    ]);
  });

  it('stays outside the ranges of later branches', () => {
    expect(
      titles(
        [
          [
            ['7.2.0', '7.2.7'],
            ['7.4.0', '7.4.2'],
          ],
          [[null, '7.4.1']],
        ],
        '7.2.1',
      ),
    ).toEqual(['Upgrade nginx (80/tcp) to 7.4.2 or later: 2']);
  });

  it('names the version of a later branch, which older ones of that branch do not reach', () => {
    expect(
      titles(
        [
          [
            ['7.2.0', '7.2.7'],
            ['7.4.0', '7.4.2'],
          ],
          [[null, '7.2.5']],
        ],
        '7.2.1',
      ),
    ).toEqual(['Upgrade nginx (80/tcp) to 7.2.7, or to 7.4.2 or later: 2']);
  });

  it('is a separate action where a later branch has no fix', () => {
    expect(
      titles(
        [
          [
            ['7.2.0', '7.2.7'],
            ['7.4.0', null],
          ],
          [[null, '7.4.1']],
        ],
        '7.2.1',
      ).sort(),
    ).toEqual([
      'Upgrade nginx (80/tcp) to 7.2.7; some later versions are affected: 1',
      'Upgrade nginx (80/tcp) to 7.4.1 or later: 1',
    ]);
  });

  it('does not claim a finding whose fixed version is affected by another range of it', () => {
    expect(
      titles(
        [
          [
            [null, '2'],
            [null, null],
          ],
          [[null, '3']],
        ],
        '1',
      ).sort(),
    ).toEqual([
      'No fix for nginx (80/tcp): the data names no version that resolves it: 1',
      'Upgrade nginx (80/tcp) to 3 or later: 1',
    ]);
  });

  it('goes beyond the last of several affected versions that a publisher lists', () => {
    expect(
      titles([(['1', '1.1', '1.2'] as const).map((one) => [one, { last: one }])], '1.1'),
    ).toEqual(['Upgrade nginx (80/tcp) to a version after 1.2: 1']);
    const many: Versions = Array.from({ length: 40 }, (_, i) => [`1.${i}`, { last: `1.${i}` }]);
    expect(titles([many], '1.3')).toEqual(['Upgrade nginx (80/tcp) to a version after 1.39: 1']);
  });

  it('resolves a finding in each release that the service may be of', () => {
    const openssh = (ecosystem: string) => ({
      affectedPackage: { ecosystem, kind: 'source' as const, name: 'openssh' },
    });
    const all = [
      record('DEBIAN-CVE-2024-1', {
        ranges: [
          range('openssh', '1:9.2p1-4', openssh('Debian:12')),
          range('openssh', '1:9.2p1-6', openssh('Debian:13')),
        ],
      }),
    ];
    const ssh = { ...service('9.2p1', 22), product: 'OpenSSH', revision: 'Debian 2' };
    const cpe = 'cpe:2.3:a:openbsd:openssh:9.2:p1:*:*:*:*:*:*';
    const facts = matcherWith('osv-debian', all).matchService({ ...ssh, cpe });
    expect(remediate(facts.map(({ fact }) => fact)).map(({ title }) => title)).toEqual([
      'Upgrade OpenSSH (22/tcp) to 1:9.2p1-6 or later',
    ]);
  });

  it('is one action for all ports of the program', () => {
    const matcher = matcherWith('nvd', records([[[null, '2']]], { order: 'generic', ...NGINX }));
    const facts = [443, 80].flatMap((port) => matcher.matchService(service('1', port)));
    expect(remediate(facts.map(({ fact }) => fact))).toMatchObject([
      {
        title: 'Upgrade nginx (80/tcp, 443/tcp) to 2 or later',
        upgrade_to: '2',
        port: 80,
        ports: [{ port: 80 }, { port: 443 }],
        findings: 2,
        vulnerabilities: ['CVE-2024-1'],
      },
    ]);
  });
});

const NUMBER = fc.integer({ min: 1, max: 14 }).map((n) => `${1 + Math.floor(n / 5)}.${n % 5}`);

/** Random affected versions of one vulnerability. */
const VERSIONS: fc.Arbitrary<Versions> = fc.array(
  fc.oneof(
    fc.tuple(fc.option(NUMBER), NUMBER),
    fc.tuple(
      fc.option(NUMBER),
      NUMBER.map((last) => ({ last })),
    ),
    fc.tuple(NUMBER, fc.constant(null)),
  ),
  { minLength: 1, maxLength: 4 },
);

const isAtLeast = (version: string, than: string): boolean =>
  compareVersions('generic', version, than) >= 0;

/** All versions that the arbitraries above can produce. */
const ALL = Array.from({ length: 14 }, (_, i) => `${1 + Math.floor((i + 1) / 5)}.${(i + 1) % 5}`);

/** The versions that an action advises: the one it names, and all from the last one of its title on. */
function advisedVersions({ title, upgrade_to }: Remediation): string[] {
  const from = /(\S+) or later$/.exec(title)?.[1];
  const after = /a version after (\S+)$/.exec(title)?.[1];
  return [
    ...(upgrade_to === null ? [] : [upgrade_to]),
    ...(from === undefined ? [] : ALL.filter((version) => isAtLeast(version, from))),
    ...(after === undefined ? [] : ALL.filter((version) => !isAtLeast(after, version))),
  ];
}

describe('an advised upgrade', () => {
  it('leaves no finding of a service that the action names, as the matcher sees it', () => {
    fc.assert(
      fc.property(fc.array(VERSIONS, { minLength: 1, maxLength: 6 }), NUMBER, (of, installed) => {
        const matcher = matcherWith('nvd', records(of, { order: 'generic', ...NGINX }));
        const found = (version: string) =>
          matcher.matchService(service(version)).map(({ fact }) => fact);
        for (const action of remediate(found(installed))) {
          if (action.action === 'upgrade') expect(action.upgrade_to).not.toBeNull();
          for (const version of advisedVersions(action)) {
            const left = new Set(found(version).map((fact) => fact.vulnerability_id));
            expect(action.vulnerabilities.filter((id) => left.has(id))).toEqual([]);
            expect(isAtLeast(version, installed)).toBe(true);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('leaves no finding of a package, of each architecture and binary of its source', () => {
    const binaries = fc.subarray(
      [
        ['libssl3', 'amd64'],
        ['libssl3', 'i386'],
        ['openssl', 'amd64'],
      ] as const,
      { minLength: 1 },
    );
    fc.assert(
      fc.property(
        fc.array(VERSIONS, { minLength: 1, maxLength: 6 }),
        NUMBER,
        binaries,
        (of, installed, names) => {
          const matcher = matcherWith(
            'osv-debian',
            records(of, {
              affectedPackage: { ecosystem: 'Debian:12', kind: 'source', name: 'openssl' },
            }),
          );
          const found = (versionOf: (name: string, architecture: string) => string | null) =>
            matcher
              .matchPackages(
                ['Debian:12'],
                names.map(([name, architecture]) =>
                  deb(name, versionOf(name, architecture) ?? installed, {
                    architecture,
                    source: 'openssl',
                    source_version: versionOf(name, architecture) ?? installed,
                  }),
                ),
              )
              .flat()
              .map(({ fact }) => fact);
          for (const action of remediate(found(() => null))) {
            if (action.action !== 'upgrade') continue;
            const left = found(
              (name, architecture) =>
                action.packages.find((p) => p.name === name && p.architecture === architecture)
                  ?.fixed_version ?? null,
            );
            const claimed = new Set(action.vulnerabilities);
            expect(left.filter((fact) => claimed.has(fact.vulnerability_id))).toEqual([]);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
