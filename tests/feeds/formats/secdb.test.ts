import { describe, expect, it } from 'vitest';
import { FEED_FORMATS } from '../../../src/feeds/formats/formats.js';
import { parseAdvisoryIds } from '../../../src/feeds/formats/secdb.js';
import { feedSample, readFeed } from '../../support/feed-items.js';

const secdb = FEED_FORMATS['alpine-secdb'];
const createFile = (secfixes: unknown, more: object = {}): string =>
  JSON.stringify({
    distroversion: 'v3.20',
    reponame: 'main',
    packages: [{ pkg: { name: 'xz', secfixes } }],
    ...more,
  });

describe("Alpine's secdb", () => {
  it('has a record for each vulnerability, with all packages of one file', async () => {
    const { records, rejected, partial } = await readFeed(
      secdb,
      feedSample('alpine-secdb/v3.2-main.json'),
    );
    expect([records.length, rejected.length, partial.length]).toEqual([305, 0, 0]);
    expect(new Set(records.map(({ name }) => name)).size).toBe(305);
    expect(records.find(({ name }) => name === 'CVE-2016-8864')).toEqual({
      name: 'CVE-2016-8864',
      rank: 2,
      vulnerabilities: ['CVE-2016-8864'],
      aliases: [],
      title: 'CVE-2016-8864',
      severity: null,
      cvssVector: null,
      cvssScore: null,
      url: 'https://security.alpinelinux.org/vuln/CVE-2016-8864',
      ranges: [
        {
          affectedPackage: { ecosystem: 'Alpine:v3.2', kind: 'source', name: 'bind' },
          order: 'apk',
          introduced: null,
          fixed: '9.10.4_p4-r0',
          lastAffected: null,
          state: 'fixed',
        },
      ],
    });
  });

  const cases: [string, unknown, [string, string[], string | null, string][]][] = [
    [
      'version 0: never affected',
      { 0: ['CVE-2026-1'] },
      [['CVE-2026-1', [], null, 'not_affected']],
    ],
    [
      'two names of one vulnerability',
      { '1.2-r0': ['CVE-2017-2887 TALOS-2017-0394'] },
      [['CVE-2017-2887', ['TALOS-2017-0394'], '1.2-r0', 'fixed']],
    ],
    [
      'two vulnerabilities in one text, with two spaces',
      { '1.2-r0': ['CVE-2026-1  CVE-2026-2 XSA-7'] },
      [
        ['CVE-2026-1', ['XSA-7'], '1.2-r0', 'fixed'],
        ['CVE-2026-2', ['XSA-7'], '1.2-r0', 'fixed'],
      ],
    ],
    [
      'ids without a CVE',
      { '1.2-r0': ['XSA-7', 'GHSA-aaaa-bbbb-c1cc'] },
      [
        ['XSA-7', [], '1.2-r0', 'fixed'],
        ['GHSA-aaaa-bbbb-c1cc', [], '1.2-r0', 'fixed'],
      ],
    ],
    [
      'two fixed versions: the later one counts',
      { '1.10-r0': ['CVE-2026-1'], '1.9-r0': ['CVE-2026-1'] },
      [['CVE-2026-1', [], '1.10-r0', 'fixed']],
    ],
    [
      'version 0 and a fixed version',
      { '1.2-r0': ['CVE-2026-1'], 0: ['CVE-2026-1'] },
      [['CVE-2026-1', [], '1.2-r0', 'fixed']],
    ],
    ['no fixes', null, []],
  ];
  it.each(cases)('is parsed: %s', async (_name, secfixes, expected) => {
    const { records } = await readFeed(secdb, createFile(secfixes));
    expect(
      records.map(({ name, aliases, ranges }) => [
        name,
        aliases,
        ranges[0]?.fixed,
        ranges[0]?.state,
      ]),
    ).toEqual(expected);
  });

  it('rejects invalid versions and texts without an id, and keeps the rest', async () => {
    const { records, partial, rejected } = await readFeed(
      secdb,
      createFile({
        '4.8.0.-r1': ['CVE-2026-1'],
        'v6.6-r0': ['CVE-2026-2'],
        '6.6,7.1': ['CVE-2026-4'],
        '1.2-r0': ['CVE-2026-3', '(none)', 7],
      }),
    );
    expect(records.map(({ name }) => name)).toEqual(['CVE-2026-1', 'CVE-2026-3']);
    expect([rejected, partial.map(({ record, reason }) => `${record}: ${reason}`)]).toEqual([
      [],
      [
        'xz: invalid apk version',
        'xz: invalid apk version',
        'xz: invalid apk version',
        'xz: no advisory id',
        'xz: no advisory id',
      ],
    ]);
  });

  it('accepts versions of apk 2 with a number after a letter', async () => {
    const { records, partial } = await readFeed(
      secdb,
      createFile({ '1.9.5p2-r0': ['CVE-2021-3156'], '1.9.5-r0': ['CVE-2021-3156'] }),
    );
    expect([partial, records[0]?.ranges.map(({ fixed, state }) => [fixed, state])]).toEqual([
      [],
      [['1.9.5p2-r0', 'fixed']],
    ]);
  });

  it('rejects invalid packages', async () => {
    const { records, rejected } = await readFeed(
      secdb,
      JSON.stringify({
        distroversion: 'edge',
        packages: [7, { pkg: { name: 'a b', secfixes: {} } }, { pkg: { name: 'a', secfixes: [] } }],
      }),
    );
    expect([records, rejected.length]).toEqual([[], 3]);
  });

  it('has the release of its content, otherwise of its part', async () => {
    const ecosystemOf = async (over: object, part: string): Promise<unknown> =>
      (await readFeed(secdb, createFile({ '1-r0': ['CVE-2026-1'] }, over), '', part)).records[0]
        ?.ranges[0]?.affectedPackage.ecosystem;
    expect(await ecosystemOf({}, 'v3.20-main')).toBe('Alpine:v3.20');
    await expect(ecosystemOf({}, 'v3.19-main')).rejects.toMatchObject({
      code: 'unsupported_format',
      message: expect.stringContaining('v3.20 main, not of v3.19-main') as string,
    });
    await expect(ecosystemOf({}, 'v3.20-community')).rejects.toMatchObject({
      code: 'unsupported_format',
    });
    expect(await ecosystemOf({ distroversion: undefined }, 'v3.19-main')).toBe('Alpine:v3.19');
    expect(await ecosystemOf({ distroversion: 'edge' }, '')).toBe('Alpine:edge');
    await expect(ecosystemOf({ distroversion: '../x' }, '')).rejects.toMatchObject({
      code: 'unsupported_format',
    });
  });

  it('names the part of a file by its path', () => {
    expect(
      ['v3.20/main.json', 'alpine/v3.9/community.json', 'edge/testing.json', 'v3.2-main.json'].map(
        (path) => secdb.partOf(path),
      ),
    ).toEqual(['v3.20-main', 'v3.9-community', 'edge-testing', 'v3.2-main']);
  });

  it.each([
    ['{', 'truncated'],
    ['[]', 'unsupported_format'],
    ['{"packages":{}}', 'unsupported_format'],
  ])('refuses %j as %s', async (text, code) => {
    await expect(readFeed(secdb, text)).rejects.toMatchObject({ name: 'FormatError', code });
  });
});

describe('advisory ids in one text', () => {
  it.each([
    ['CVE-2018-14470 (BABEL)', ['CVE-2018-14470']],
    ['CVE_2020_1234', ['CVE-2020-1234']],
    ['GNUTLS-SA-2020-01-31', ['GNUTLS-SA-2020-01-31']],
    ['wnpa-sec-2017-18', ['wnpa-sec-2017-18']],
    ['CVE-2017-9525 (not actually applicable)', ['CVE-2017-9525']],
    ['N/A', []],
    ['CVE-????-?????', []],
    ['', []],
  ])('are parsed from %j', (text, ids) => {
    expect(parseAdvisoryIds(text)).toEqual(ids);
  });
});

describe('security.json of Wolfi and Chainguard', () => {
  it('has the form of secdb, without a release', async () => {
    const read = async (more: object) =>
      (
        await readFeed(
          FEED_FORMATS['osv-wolfi'],
          createFile({ '1-r0': ['CVE-2026-1'] }, { distroversion: undefined, ...more }),
        )
      ).records.map(({ rank, ranges }) => [rank, ranges[0]?.affectedPackage.ecosystem]);
    expect(await read({ reponame: 'os', urlprefix: 'https://packages.wolfi.dev' })).toEqual([
      [2, 'Wolfi'],
    ]);
    expect(await read({ reponame: 'chainguard', urlprefix: 'https://packages.cgr.dev' })).toEqual([
      [2, 'Chainguard'],
    ]);
  });

  it('is rejected by the feed of Chainguard when it is of Wolfi', async () => {
    const { records, rejected } = await readFeed(
      FEED_FORMATS['osv-chainguard'],
      createFile(
        { '1-r0': ['CVE-2026-1'] },
        { distroversion: undefined, reponame: 'os', urlprefix: 'https://packages.wolfi.dev' },
      ),
    );
    expect([records, rejected.map(({ reason }) => reason)]).toEqual([
      [],
      ['list of fixes of Wolfi, not of Chainguard'],
    ]);
  });

  it('is rejected when it is of Alpine, which has other packages', async () => {
    const { records, rejected } = await readFeed(
      FEED_FORMATS['osv-wolfi'],
      feedSample('alpine-secdb/v3.2-main.json'),
    );
    expect([records, rejected.map(({ reason }) => reason)]).toEqual([
      [],
      ['list of fixes of Alpine v3.2, not of Wolfi or Chainguard'],
    ]);
  });
});
