import { describe, expect, it } from 'vitest';
import { FEED_FORMATS } from '../../../src/feeds/formats/formats.js';
import { feedSample, readFeed } from '../../support/feed-items.js';

const range = { type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '1.2-3' }] };
const entry = { package: { ecosystem: 'Debian:12', name: 'openssl' }, ranges: [range] };
const createRecord = (over: object): string =>
  JSON.stringify({
    id: 'DSA-1-1',
    modified: '2026-01-02T03:04:05.678Z',
    upstream: ['CVE-2026-1'],
    affected: [entry],
    ...over,
  });
const readDebian = (over: object) =>
  readFeed(FEED_FORMATS['osv-debian'], createRecord(over), 'DSA-1-1.json');

describe('an OSV record', () => {
  it('has a CVE, a release, a package and a fix', async () => {
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
    ['the CVE in its id', { id: 'DEBIAN-CVE-2026-7', upstream: [] }, ['CVE-2026-7'], 1],
    ['the CVE that is its id', { id: 'CVE-2026-7', upstream: [] }, ['CVE-2026-7'], 1],
    [
      'the CVEs of upstream',
      { upstream: ['CVE-2026-1', 'CVE-2026-2', 'UBUNTU-CVE-2026-1'] },
      ['CVE-2026-1', 'CVE-2026-2'],
      3,
    ],
    ['the CVEs of aliases', { upstream: [], aliases: ['CVE-2026-3'] }, ['CVE-2026-3'], 3],
    [
      'the CVEs of related, if no others are named',
      { upstream: [], related: ['CVE-2026-4', 'USN-1-1'] },
      ['CVE-2026-4'],
      3,
    ],
    ['the CVEs of upstream, not of related', { related: ['CVE-2026-4'] }, ['CVE-2026-1'], 3],
    ['its id, if no CVE is named', { upstream: [] }, ['DSA-1-1'], 3],
    [
      'its id, if the lists are invalid',
      { upstream: 7, aliases: { CVE: 1 }, related: [null, 7, {}] },
      ['DSA-1-1'],
      3,
    ],
  ];
  it.each(names)('is about %s', async (_name, over, vulnerabilities, rank) => {
    const {
      records: [record],
    } = await readDebian(over);
    expect(record).toMatchObject({ vulnerabilities, rank });
  });

  it('is ignored when it is withdrawn', async () => {
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

  it('has its summary, details or id as its title, on one line without control characters', async () => {
    const titles = await Promise.all([
      readDebian({ summary: ' two\n lines\u0007\u202e ', details: 'x' }),
      readDebian({ details: 'First sentence of 1.2.\nAnd another.' }),
      readDebian({}),
      readDebian({ summary: 'x'.repeat(1000) }),
      readDebian({ details: '1. A cookie is set using the `secure` keyword. 2. It is read.' }),
      readDebian({ details: 'ZZ Inc. KeyMouse 3.08 is affected, e.g. by a file. So update.' }),
      readDebian({ details: 'Bug. Both.' }),
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

  it('has a score computed from the vector of the newest CVSS version', async () => {
    const severity = [
      { type: 'CVSS_V2', score: 'AV:N/AC:L/Au:N/C:C/I:C/A:C' },
      { type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' },
      { type: 'CVSS_V4', score: 'CVSS:4.0/AV:L/AC:L/AT:P/PR:L/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N' },
      { type: 'CVSS_V4', score: 'garbage' },
    ];
    expect((await readDebian({ severity })).records[0]).toMatchObject({
      cvssVector: severity[2]?.score,
      cvssScore: 7.3,
    });
    expect((await readDebian({ severity: 'high' })).records[0]).toMatchObject({
      cvssVector: null,
      cvssScore: null,
    });
    expect(
      (await readDebian({ affected: [{ ...entry, severity: [severity[1]] }] })).records[0],
    ).toMatchObject({ cvssScore: 9.8 });
  });

  it('affects exactly its versions when it has no ranges', async () => {
    const {
      records: [record],
    } = await readDebian({
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

  it('affects its ranges when it has both ranges and versions', async () => {
    const {
      records: [record],
    } = await readDebian({ affected: [{ ...entry, versions: ['9.9-9'] }] });
    expect(record?.ranges).toHaveLength(1);
  });

  it('has several ranges, without duplicates', async () => {
    const later = { type: 'ECOSYSTEM', events: [{ introduced: '2-1' }, { fixed: '2-2' }] };
    const {
      records: [record],
    } = await readDebian({ affected: [{ ...entry, ranges: [range, later] }, entry, entry] });
    expect(record?.ranges.map(({ fixed }) => fixed)).toEqual(['1.2-3', '2-2']);
  });

  it('is parsed for its publisher when it is about several distributions', async () => {
    const {
      records: [record],
      partial,
    } = await readFeed(FEED_FORMATS['osv-alpine'], feedSample('osv-alpine/CVE-2024-10524.json'));
    expect(record?.ranges.map(({ affectedPackage }) => affectedPackage.ecosystem)).toEqual([
      'Alpine:v3.21',
      'Alpine:v3.22',
    ]);
    expect(partial).toEqual([]);
  });

  it('keeps its valid entries and rejects the others', async () => {
    const reversed = {
      package: entry.package,
      ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '2' }, { fixed: '1' }] }],
    };
    const {
      records: [record],
      partial,
      rejected,
    } = await readDebian({ affected: [reversed, entry] });
    expect(record?.ranges).toHaveLength(1);
    expect(partial).toMatchObject([{ record: 'DSA-1-1', reason: 'range end precedes its start' }]);
    expect(rejected).toEqual([]);
  });

  it('is ignored without any package', async () => {
    expect(
      await readFeed(FEED_FORMATS['osv-suse'], feedSample('osv-suse/SUSE-SU-2015-0011-2.json')),
    ).toMatchObject({ records: [], ignored: ['no affected package'], rejected: [] });
  });
});

describe('an invalid OSV file', () => {
  const text = (value: unknown): string => JSON.stringify(value);
  const cases: [string, string, string][] = [
    ['invalid JSON', '{"id":"X"', 'invalid JSON: it ends early, in line 1, column 10'],
    ['null', 'null', 'not a JSON object'],
    ['a string', '"x"', 'not a JSON object'],
    ['no id', createRecord({ id: undefined }), 'missing or invalid id'],
    ['an invalid id', createRecord({ id: 7 }), 'missing or invalid id'],
    ['an id with control characters', createRecord({ id: 'a\nb' }), 'missing or invalid id'],
    ['a long id', createRecord({ id: 'x'.repeat(200) }), 'missing or invalid id'],
    ['no list of packages', createRecord({ affected: {} }), '`affected` is not an array'],
    ['no package', createRecord({ affected: [{}] }), 'missing ecosystem'],
    ['an invalid entry', createRecord({ affected: [null] }), 'invalid entry of `affected`'],
    [
      'no name',
      createRecord({ affected: [{ ...entry, package: { ecosystem: 'Debian:12' } }] }),
      'missing or invalid package name',
    ],
    [
      'a name with spaces',
      createRecord({ affected: [{ ...entry, package: { ecosystem: 'Debian:12', name: 'a b' } }] }),
      'missing or invalid package name',
    ],
    [
      'another ecosystem',
      createRecord({ affected: [{ ...entry, package: { ecosystem: 'PyPI', name: 'a' } }] }),
      'ecosystem is PyPI, not Debian',
    ],
    [
      'no release',
      createRecord({ affected: [{ ...entry, package: { ecosystem: 'Debian', name: 'a' } }] }),
      'ecosystem without a release',
    ],
    [
      'an unknown range type',
      createRecord({ affected: [{ ...entry, ranges: [{ type: 'MOON' }] }] }),
      'unknown range type',
    ],
    [
      'neither ranges nor versions',
      createRecord({ affected: [{ package: entry.package }] }),
      'entry without ranges and versions',
    ],
    [
      'a prototype as a package',
      text(
        JSON.parse(
          '{"id":"DSA-1","affected":[{"package":{"__proto__":{"ecosystem":"Debian:12","name":"x"}}}]}',
        ),
      ),
      'missing ecosystem',
    ],
  ];
  it.each(cases)('is rejected: %s', async (_name, json, reason) => {
    const { records, rejected, partial } = await readFeed(
      FEED_FORMATS['osv-debian'],
      json,
      'some.json',
    );
    expect({ records, reasons: rejected.map((item) => item.reason), partial }).toEqual({
      records: [],
      reasons: [reason],
      partial: [],
    });
    expect(rejected[0]?.sample.length).toBeLessThanOrEqual(200);
  });

  it('is rejected when it is nested too deep, short or long', async () => {
    for (const depth of [50_000, 400_000]) {
      const { records, rejected } = await readFeed(
        FEED_FORMATS['osv-debian'],
        `{"id":"DSA-1-1","affected":${'['.repeat(depth)}${']'.repeat(depth)}}`,
      );
      expect({ records, rejected: rejected.length }).toEqual({ records: [], rejected: 1 });
    }
  });

  it('has valid and invalid records in one array', async () => {
    const { records, rejected } = await readFeed(
      FEED_FORMATS['osv-debian'],
      `[${createRecord({})},7,${createRecord({ id: 'DSA-2-1' })}]`,
    );
    expect([records.map(({ name }) => name), rejected.length]).toEqual([['DSA-1-1', 'DSA-2-1'], 1]);
  });

  it('is skipped when it is a list of the other records', () => {
    expect(
      ['DSA-1.json', 'osv/all.json', 'all.json', 'README.md'].map((path) =>
        FEED_FORMATS['osv-suse'].isMember(path),
      ),
    ).toEqual([true, false, false, false]);
  });
});
