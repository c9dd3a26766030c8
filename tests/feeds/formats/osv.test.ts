import { describe, expect, it } from 'vitest';
import { FEED_FORMATS } from '../../../src/feeds/formats/formats.js';
import { feedSample, readFeed } from '../../support/feed-items.js';

const range = { type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '1.2-3' }] };
const entry = { package: { ecosystem: 'Debian:12', name: 'openssl' }, ranges: [range] };
const made = (over: object): string =>
  JSON.stringify({
    id: 'DSA-1-1',
    modified: '2026-01-02T03:04:05.678Z',
    upstream: ['CVE-2026-1'],
    affected: [entry],
    ...over,
  });
const debian = (over: object) => readFeed(FEED_FORMATS['osv-debian'], made(over), 'DSA-1-1.json');

describe('an OSV record', () => {
  it('names the CVE, the release, the package and the fix', async () => {
    const { records, version } = await readFeed(
      FEED_FORMATS['osv-debian'],
      feedSample('osv-debian/DSA-5931-1.json'),
    );
    expect(records).toEqual([
      {
        name: 'DSA-5931-1',
        rank: 3,
        vulnerabilities: ['CVE-2025-4598'],
        aliases: [],
        title: 'systemd - security update',
        severity: null,
        cvssVector: null,
        cvssScore: null,
        url: 'https://security-tracker.debian.org/tracker/DSA-5931-1',
        ranges: [
          {
            affectedPackage: { ecosystem: 'Debian:12', kind: 'source', name: 'systemd' },
            order: 'dpkg',
            introduced: null,
            fixed: '252.38-1~deb12u1',
            lastAffected: null,
            state: 'fixed',
            hidden: false,
            severity: null,
          },
        ],
      },
    ]);
    expect(version).toBe('2025-05-29T22:14:22Z');
  });

  const names: [string, object, string[], number][] = [
    ['its own id names the CVE', { id: 'DEBIAN-CVE-2026-7', upstream: [] }, ['CVE-2026-7'], 1],
    ['a bare CVE', { id: 'CVE-2026-7', upstream: [] }, ['CVE-2026-7'], 1],
    [
      'upstream',
      { upstream: ['CVE-2026-1', 'CVE-2026-2', 'UBUNTU-CVE-2026-1'] },
      ['CVE-2026-1', 'CVE-2026-2'],
      3,
    ],
    ['aliases', { upstream: [], aliases: ['CVE-2026-3'] }, ['CVE-2026-3'], 3],
    [
      'related where nothing else names one',
      { upstream: [], related: ['CVE-2026-4', 'USN-1-1'] },
      ['CVE-2026-4'],
      3,
    ],
    ['related counts for nothing beside upstream', { related: ['CVE-2026-4'] }, ['CVE-2026-1'], 3],
    ['none at all', { upstream: [] }, ['DSA-1-1'], 3],
    [
      'lists that are none',
      { upstream: 7, aliases: { CVE: 1 }, related: [null, 7, {}] },
      ['DSA-1-1'],
      3,
    ],
  ];
  it.each(names)('is about: %s', async (_name, over, vulnerabilities, rank) => {
    const {
      records: [record],
    } = await debian(over);
    expect(record).toMatchObject({ vulnerabilities, rank });
  });

  it('that is withdrawn does not count, whole as it may be', async () => {
    expect(
      await readFeed(
        FEED_FORMATS['osv-alpine'],
        feedSample('osv-alpine/ALPINE-CVE-2025-21441.json'),
      ),
    ).toMatchObject({ records: [], ignored: ['withdrawn'], rejected: [] });
    expect(
      await readFeed(
        FEED_FORMATS['osv-ubuntu'],
        feedSample('osv-ubuntu/UBUNTU-CVE-2013-2208.json'),
      ),
    ).toMatchObject({ records: [], ignored: ['withdrawn'] });
  });

  it('takes its title from summary, details or id, in one line without control characters', async () => {
    const titles = await Promise.all([
      debian({ summary: ' two\n lines\u0007\u202e ', details: 'x' }),
      debian({ details: 'First sentence of 1.2.\nAnd another.' }),
      debian({}),
      debian({ summary: 'x'.repeat(1000) }),
      debian({ details: '1. A cookie is set using the `secure` keyword. 2. It is read.' }),
      debian({ details: 'ZZ Inc. KeyMouse 3.08 is affected, e.g. by a file. So update.' }),
      debian({ details: 'Bug. Both.' }),
    ]);
    expect(titles.map(({ records }) => records[0]?.title)).toEqual([
      'two lines',
      'First sentence of 1.2.',
      'DSA-1-1',
      `${'x'.repeat(299)}…`,
      '1. A cookie is set using the `secure` keyword.',
      'ZZ Inc. KeyMouse 3.08 is affected, e.g. by a file.',
      'Bug. Both.',
    ]);
  });

  it('computes its score from the vector of the newest CVSS version', async () => {
    const severity = [
      { type: 'CVSS_V2', score: 'AV:N/AC:L/Au:N/C:C/I:C/A:C' },
      { type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' },
      { type: 'CVSS_V4', score: 'CVSS:4.0/AV:L/AC:L/AT:P/PR:L/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N' },
      { type: 'CVSS_V4', score: 'garbage' },
    ];
    expect((await debian({ severity })).records[0]).toMatchObject({
      cvssVector: severity[2]?.score,
      cvssScore: 7.3,
    });
    expect((await debian({ severity: 'high' })).records[0]).toMatchObject({
      cvssVector: null,
      cvssScore: null,
    });
    expect(
      (await debian({ affected: [{ ...entry, severity: [severity[1]] }] })).records[0],
    ).toMatchObject({ cvssScore: 9.8 });
  });

  it('with versions alone is about exactly these', async () => {
    const {
      records: [record],
    } = await debian({
      affected: [{ package: entry.package, versions: ['1.0-1', '1.1-1', '1.0-1'] }],
    });
    expect(
      record?.ranges.map(({ introduced, fixed, lastAffected, state }) => [
        introduced,
        fixed,
        lastAffected,
        state,
      ]),
    ).toEqual([
      ['1.0-1', null, '1.0-1', 'open'],
      ['1.1-1', null, '1.1-1', 'open'],
    ]);
  });

  it('is judged by its ranges where it has both', async () => {
    const {
      records: [record],
    } = await debian({ affected: [{ ...entry, versions: ['9.9-9'] }] });
    expect(record?.ranges).toHaveLength(1);
  });

  it('keeps several ranges, and what is repeated once', async () => {
    const later = { type: 'ECOSYSTEM', events: [{ introduced: '2-1' }, { fixed: '2-2' }] };
    const {
      records: [record],
    } = await debian({ affected: [{ ...entry, ranges: [range, later] }, entry, entry] });
    expect(record?.ranges.map(({ fixed }) => fixed)).toEqual(['1.2-3', '2-2']);
  });

  it('about several distributions is read for the own one', async () => {
    const {
      records: [record],
      pieces,
    } = await readFeed(FEED_FORMATS['osv-alpine'], feedSample('osv-alpine/CVE-2024-10524.json'));
    expect(record?.ranges.map(({ affectedPackage }) => affectedPackage.ecosystem)).toEqual([
      'Alpine:v3.21',
      'Alpine:v3.22',
    ]);
    expect(pieces).toEqual([]);
  });

  it('keeps what is right in it and tells what is not', async () => {
    const absurd = {
      package: entry.package,
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '2' }, { fixed: '1' }] }],
    };
    const {
      records: [record],
      pieces,
      rejected,
    } = await debian({ affected: [absurd, entry] });
    expect(record?.ranges).toHaveLength(1);
    expect(pieces).toMatchObject([
      { record: 'DSA-1-1', reason: 'a range that ends before it begins' },
    ]);
    expect(rejected).toEqual([]);
  });

  it('without any package is counted, not kept', async () => {
    expect(
      await readFeed(FEED_FORMATS['osv-suse'], feedSample('osv-suse/SUSE-SU-2015-0011-2.json')),
    ).toMatchObject({ records: [], ignored: ['names no package'], rejected: [] });
  });
});

describe('what is no record is told and never thrown', () => {
  const text = (value: unknown): string => JSON.stringify(value);
  const cases: [string, string, string][] = [
    ['no JSON', '{"id":"X"', 'no JSON'],
    ['null', 'null', 'no object'],
    ['a text', '"x"', 'no object'],
    ['no id', made({ id: undefined }), 'no id'],
    ['an id that is none', made({ id: 7 }), 'no id'],
    ['an id with control characters', made({ id: 'a\nb' }), 'no id'],
    ['an endless id', made({ id: 'x'.repeat(200) }), 'no id'],
    ['no list of packages', made({ affected: {} }), 'affected is no list'],
    ['no package', made({ affected: [{}] }), 'an entry without an ecosystem'],
    ['an entry that is none', made({ affected: [null] }), 'an entry of affected that is none'],
    [
      'no name',
      made({ affected: [{ ...entry, package: { ecosystem: 'Debian:12' } }] }),
      'an entry without a package name',
    ],
    [
      'a name with blanks',
      made({ affected: [{ ...entry, package: { ecosystem: 'Debian:12', name: 'a b' } }] }),
      'an entry without a package name',
    ],
    [
      'another ecosystem',
      made({ affected: [{ ...entry, package: { ecosystem: 'PyPI', name: 'a' } }] }),
      'about PyPI, not Debian',
    ],
    [
      'no release',
      made({ affected: [{ ...entry, package: { ecosystem: 'Debian', name: 'a' } }] }),
      'an ecosystem without a release',
    ],
    [
      'an unknown type of range',
      made({ affected: [{ ...entry, ranges: [{ type: 'MOON' }] }] }),
      'a range of an unknown type',
    ],
    [
      'neither ranges nor versions',
      made({ affected: [{ package: entry.package }] }),
      'an entry without ranges and versions',
    ],
    [
      'a prototype for a package',
      text(
        JSON.parse(
          '{"id":"DSA-1","affected":[{"package":{"__proto__":{"ecosystem":"Debian:12","name":"x"}}}]}',
        ),
      ),
      'an entry without an ecosystem',
    ],
  ];
  it.each(cases)('%s', async (_name, json, reason) => {
    const { records, rejected, pieces } = await readFeed(
      FEED_FORMATS['osv-debian'],
      json,
      'some.json',
    );
    expect({ records, reasons: rejected.map((item) => item.reason), pieces }).toEqual({
      records: [],
      reasons: [reason],
      pieces: [],
    });
    expect(rejected[0]?.sample.length).toBeLessThanOrEqual(200);
  });

  it('nesting without end, short or long', async () => {
    for (const depth of [50_000, 400_000]) {
      const { records, rejected } = await readFeed(
        FEED_FORMATS['osv-debian'],
        `{"id":"DSA-1-1","affected":${'['.repeat(depth)}${']'.repeat(depth)}}`,
      );
      expect({ records, rejected: rejected.length }).toEqual({ records: [], rejected: 1 });
    }
  });

  it('an array holds records, each for itself', async () => {
    const { records, rejected } = await readFeed(
      FEED_FORMATS['osv-debian'],
      `[${made({})},7,${made({ id: 'DSA-2-1' })}]`,
    );
    expect([records.map(({ name }) => name), rejected.length]).toEqual([['DSA-1-1', 'DSA-2-1'], 1]);
  });

  it('a list of records beside them is passed over', () => {
    expect(
      ['DSA-1.json', 'osv/all.json', 'all.json', 'README.md'].map((path) =>
        FEED_FORMATS['osv-suse'].isMember(path),
      ),
    ).toEqual([true, false, false, false]);
  });
});
