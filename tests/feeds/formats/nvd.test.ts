import { describe, expect, it } from 'vitest';
import { FEED_FORMATS } from '../../../src/feeds/formats/formats.js';
import type { RecordRange } from '../../../src/knowledge/records.js';
import { feedSample, readFeed } from '../../support/feed-items.js';

const CPE = 'cpe:2.3:a:openbsd:openssh:*:*:*:*:*:*:*:*';
const page = (...cves: object[]): string =>
  JSON.stringify({
    format: 'NVD_CVE',
    version: '2.0',
    timestamp: '2026-03-09T03:00:23.4065184',
    vulnerabilities: cves.map((cve) => ({ cve: { id: 'CVE-2026-1', ...cve } })),
  });
const matches = (...cpeMatch: object[]): object => ({
  configurations: [
    {
      nodes: [
        {
          operator: 'OR',
          negate: false,
          cpeMatch: cpeMatch.map((match) => ({ vulnerable: true, criteria: CPE, ...match })),
        },
      ],
    },
  ],
});
const readRanges = async (cve: object): Promise<unknown[]> =>
  (await readFeed(FEED_FORMATS.nvd, page(cve))).records.flatMap((record) =>
    record.ranges.map(summarize),
  );

/** `cpe:a openbsd:openssh >8.0..=9.0 open` */
function summarize(range: RecordRange): string {
  const { affectedPackage, introduced, introducedExcluded, fixed, lastAffected, state } = range;
  const start = `${introducedExcluded === true ? '>' : ''}${introduced ?? ''}`;
  const end = fixed ?? (lastAffected === null ? '' : `=${lastAffected}`);
  return `${affectedPackage.ecosystem} ${affectedPackage.name} ${start}..${end} ${state}`;
}

describe('NVD JSON 2.0', () => {
  it('is parsed from real records', async () => {
    const { records, ignored, rejected, partial, version } = await readFeed(
      FEED_FORMATS.nvd,
      feedSample('nvd/records.json'),
    );
    expect([records.length, ignored, rejected, partial, version]).toEqual([
      6,
      ['rejected'],
      [],
      [],
      '2026-06-17T07:43:17Z',
    ]);
    const record = (id: string) => records.find(({ name }) => name === id);
    expect(record('CVE-1999-1341')).toEqual({
      name: 'CVE-1999-1341',
      rank: 1,
      vulnerabilities: ['CVE-1999-1341'],
      aliases: [],
      severity: null,
      cvssVector: 'AV:L/AC:L/Au:N/C:P/I:P/A:P',
      cvssScore: 4.6,
      url: 'https://nvd.nist.gov/vuln/detail/CVE-1999-1341',
      title:
        'Linux kernel before 2.3.18 or 2.2.13pre15, with SLIP and PPP options, ' +
        'allows local unprivileged users to forge IP packets via the TIOCSETD option on tty ' +
        'devices.',
      ranges: [
        {
          affectedPackage: { ecosystem: 'cpe:o', kind: 'cpe', name: 'linux:linux_kernel' },
          order: 'generic',
          introduced: '2.2.0',
          fixed: null,
          lastAffected: '2.2.13',
          state: 'open',
          conditions: null,
        },
        {
          affectedPackage: { ecosystem: 'cpe:o', kind: 'cpe', name: 'linux:linux_kernel' },
          order: 'generic',
          introduced: '2.3.0',
          introducedExcluded: true,
          fixed: '2.3.18',
          lastAffected: null,
          state: 'fixed',
          conditions: null,
        },
      ],
    });
    expect(record('CVE-2020-13595')?.ranges).toMatchObject([
      {
        affectedPackage: { name: 'espressif:esp-idf' },
        conditions: { platform: ['cpe:2.3:h:espressif:esp32:-:*:*:*:*:*:*:*'] },
      },
    ]);
    expect(record('CVE-2021-46973')?.ranges.map(({ lastAffected }) => lastAffected)).toEqual([
      '5.10.35',
      '5.11.19',
      '5.12.2',
    ]);
    expect(record('CVE-2023-46009')).toMatchObject({ ranges: [], cvssScore: null });
    expect(record('CVE-2025-4565')).toMatchObject({ cvssScore: 8.2 });
    expect(
      record('CVE-2021-0002')?.ranges.map(({ affectedPackage, introduced, conditions }) => [
        affectedPackage.name,
        introduced,
        conditions?.platform?.length ?? 0,
      ]),
    ).toEqual([
      ['intel:ethernet_controller_e810_firmware', null, 2],
      ['fedoraproject:fedora', '33', 0],
      ['fedoraproject:fedora', '34', 0],
      ['fedoraproject:fedora', '35', 0],
    ]);
  });

  it('has the target software of a CPE name as platform, and the preview edition of BIND as condition', async () => {
    const conditions = async (cpe: string, more: object = {}) =>
      (await readFeed(FEED_FORMATS.nvd, page(matches({ criteria: `cpe:2.3:a:${cpe}`, ...more }))))
        .records[0]?.ranges[0]?.conditions;
    expect(
      await conditions('amazon:opensearch:*:*:*:*:*:ruby:*:*', { versionEndExcluding: '2.0.2' }),
    ).toEqual({ platform: ['cpe:2.3:a:amazon:opensearch:*:*:*:*:*:ruby:*:*'] });
    expect(await conditions('apache:tomcat:*:*:*:*:*:maven:*:*')).toBeNull();
    expect(
      await conditions('isc:bind:*:*:*:*:supported_preview:*:*:*', {
        versionStartIncluding: '9.16.8',
        versionEndIncluding: '9.16.41',
      }),
    ).toEqual({ preview: true });
    expect(
      await conditions('isc:bind:*:*:*:*:stable:*:*:*', { versionEndExcluding: '9.18.28-S1' }),
    ).toEqual({ preview: true });
    expect(
      await conditions('isc:bind:*:*:*:*:stable:*:*:*', { versionEndExcluding: '9.18.28' }),
    ).toBeNull();
  });

  const cases: [string, object, string[]][] = [
    ['all versions', matches({}), ['cpe:a openbsd:openssh .. open']],
    [
      'an excluded start',
      matches({ versionStartExcluding: '8.0', versionEndExcluding: '9.0' }),
      ['cpe:a openbsd:openssh >8.0..9.0 fixed'],
    ],
    [
      'an included end',
      matches({ versionEndIncluding: '9.0' }),
      ['cpe:a openbsd:openssh ..=9.0 open'],
    ],
    [
      'one version',
      matches({ criteria: 'cpe:2.3:a:openbsd:openssh:9.2:*:*:*:*:*:*:*' }),
      ['cpe:a openbsd:openssh 9.2..=9.2 open'],
    ],
    [
      'one version with its update',
      matches({ criteria: 'cpe:2.3:a:openbsd:openssh:9.2:p1:*:*:*:*:*:*' }),
      ['cpe:a openbsd:openssh 9.2p1..=9.2p1 open'],
    ],
    [
      'a release candidate',
      matches({ criteria: 'cpe:2.3:a:openbsd:openssh:9.2:rc1:*:*:*:*:*:*' }),
      ['cpe:a openbsd:openssh 9.2-rc1..=9.2-rc1 open'],
    ],
    ['the version "-"', matches({ criteria: 'cpe:2.3:a:openbsd:openssh:-:*:*:*:*:*:*:*' }), []],
    ['a platform only', matches({ vulnerable: false }), []],
    [
      'escapes and upper case',
      matches({ criteria: 'cpe:2.3:a:Acme\\:Corp:we\\-b\\.x:1\\.0\\:2:*:*:*:*:*:*:*' }),
      ['cpe:a acme:corp:we-b.x 1.0:2..=1.0:2 open'],
    ],
    [
      'spaces around a version',
      matches({ versionEndExcluding: ' 9.0 ' }),
      ['cpe:a openbsd:openssh ..9.0 fixed'],
    ],
    [
      'a text as a version',
      matches({ versionEndExcluding: '12.2(55)SE Patch 3' }),
      ['cpe:a openbsd:openssh ..12.2(55)SE Patch 3 fixed'],
    ],
    ['a repeated match', matches({}, {}), ['cpe:a openbsd:openssh .. open']],
    ['no configurations', {}, []],
    [
      'invalid configurations',
      { configurations: [null, 7, { nodes: 'x' }, { nodes: [null] }] },
      [],
    ],
  ];
  it.each(cases)('has the ranges of %s', async (_name, cve, expected) => {
    expect(await readRanges(cve)).toEqual(expected);
  });

  it('has each of two combined products as affected where the other is', async () => {
    const node = (product: string, vulnerable: boolean): object => ({
      operator: 'OR',
      cpeMatch: [{ vulnerable, criteria: `cpe:2.3:a:x:${product}:1:*:*:*:*:*:*:*` }],
    });
    const {
      records: [record],
    } = await readFeed(
      FEED_FORMATS.nvd,
      page({
        configurations: [
          { operator: 'AND', nodes: [node('a', true), node('b', true), node('c', false)] },
        ],
      }),
    );
    expect(
      record?.ranges.map(({ affectedPackage, conditions }) => [
        affectedPackage.name,
        conditions?.platform?.map((cpe) => cpe.slice(10, 13)),
      ]),
    ).toEqual([
      ['x:a', ['x:b', 'x:c']],
      ['x:b', ['x:a', 'x:c']],
    ]);
  });

  const bad: [string, object, string][] = [
    [
      'a negated configuration',
      { configurations: [{ negate: true, nodes: [] }] },
      'negated configuration',
    ],
    [
      'a negated node',
      { configurations: [{ nodes: [{ negate: true, cpeMatch: [] }] }] },
      'negated configuration',
    ],
    [
      'an end before the start',
      matches({ versionStartIncluding: '2', versionEndExcluding: '1' }),
      'range end precedes its start',
    ],
    [
      'an end at the excluded start',
      matches({ versionStartExcluding: '2', versionEndIncluding: '2' }),
      'range end precedes its start',
    ],
    [
      'an invalid CPE name',
      matches({ criteria: 'cpe:/a:openbsd:openssh' }),
      'invalid CPE 2.3 name',
    ],
    [
      'an unknown CPE part',
      matches({ criteria: CPE.replace(':a:', ':z:') }),
      'invalid CPE 2.3 name',
    ],
    [
      'a version with control characters',
      matches({ versionEndExcluding: '1\u0007' }),
      'version contains control characters',
    ],
  ];
  it.each(bad)('rejects %s and keeps the record', async (_name, cve, reason) => {
    const { records, partial, rejected } = await readFeed(FEED_FORMATS.nvd, page(cve));
    expect([
      records.length,
      records[0]?.ranges,
      partial.map((item) => item.reason),
      rejected,
    ]).toEqual([1, [], [reason], []]);
  });

  it('accepts a range of one version', async () => {
    expect(
      await readRanges(matches({ versionStartIncluding: '2', versionEndIncluding: '2' })),
    ).toEqual(['cpe:a openbsd:openssh 2..=2 open']);
  });

  it("prefers the newest version of CVSS, and NVD's own score", async () => {
    const metric = (type: string, vectorString: string): object => ({
      type,
      cvssData: { vectorString, baseScore: 1 },
    });
    const score = async (metrics: object): Promise<unknown> =>
      (await readFeed(FEED_FORMATS.nvd, page({ metrics }))).records[0]?.cvssScore;
    const high = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H';
    const low = 'CVSS:3.1/AV:L/AC:H/PR:H/UI:R/S:U/C:L/I:N/A:N';
    expect(
      await score({
        cvssMetricV31: [metric('Secondary', low), metric('Primary', high)],
        cvssMetricV2: [metric('Primary', 'AV:N/AC:L/Au:N/C:N/I:N/A:P')],
      }),
    ).toBe(9.8);
    expect(await score({ cvssMetricV31: [metric('Secondary', low)] })).toBe(1.8);
    expect(
      await score({
        cvssMetricV31: [metric('Primary', 'x')],
        cvssMetricV2: [metric('Primary', 'AV:N/AC:L/Au:N/C:N/I:N/A:P')],
      }),
    ).toBe(5);
    expect(await score({ cvssMetricV31: 'x' })).toBeNull();
  });

  it('ignores rejected CVEs, and rejects invalid ids', async () => {
    const { records, ignored, rejected } = await readFeed(
      FEED_FORMATS.nvd,
      page({ vulnStatus: 'Rejected' }, { vulnStatus: 'rejected' }, { id: 7 }),
    );
    expect([records, ignored, rejected.map(({ reason }) => reason)]).toEqual([
      [],
      ['rejected', 'rejected'],
      ['invalid CVE id'],
    ]);
  });

  it.each([
    ['{"CVE_data_type":"CVE","CVE_Items":[]}', 'unsupported_format'],
    ['{"format":"NVD_CVE","version":"3.0","vulnerabilities":[]}', 'unsupported_format'],
    ['{}', 'unsupported_format'],
    ['{"vulnerabilities":[]}', 'unsupported_format'],
    ['{"format":"NVD_CVE","version":"2.0","vulnerabilities":[{"cve":', 'truncated'],
    ['[]', 'malformed'],
    ['<html>', 'malformed'],
  ])('refuses %j as %s', async (text, code) => {
    await expect(readFeed(FEED_FORMATS.nvd, text)).rejects.toMatchObject({
      name: 'FormatError',
      code,
    });
  });

  it('accepts an empty page', async () => {
    expect(await readFeed(FEED_FORMATS.nvd, page())).toMatchObject({
      records: [],
      version: '2026-03-09T03:00:23Z',
    });
  });

  it('names the part of a yearly file, and skips files that repeat records', () => {
    expect(
      ['nvdcve-2.0-2024.json', 'page.json'].map((path) => FEED_FORMATS.nvd.partOf(path)),
    ).toEqual(['2024', '']);
    expect(
      ['nvdcve-2.0-2024.json', 'nvdcve-2.0-modified.json', 'nvdcve-2.0-recent.json', 'x.meta'].map(
        (path) => FEED_FORMATS.nvd.isMember(path),
      ),
    ).toEqual([true, false, false, false]);
  });
});
