import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { runJob } from '../../../src/feeds/load/run-job.js';
import type { Knowledge } from '../../../src/knowledge/open-knowledge.js';
import { zipOf } from '../../support/archives.js';
import { NOW } from '../../support/database.js';
import { osv, testKnowledge } from '../../support/knowledge.js';

const zip = (...records: string[]): Buffer =>
  zipOf(records.map((data, i) => ({ name: `${i}.json`, data })));

/** Returns the advisories that are current at a generation: name, package and fixed version. */
function advisoriesAt({ sqlite }: Knowledge, generation: number): string[] {
  return sqlite
    .prepare<{ g: number }, string>(
      `SELECT a.name || ' ' || p.name || ' ' || coalesce(r.fixed, '-') FROM advisories a JOIN ranges r ON r.advisory_id = a.id JOIN affected_packages p ON p.id = r.affected_package_id
    WHERE a.since <= @g AND @g < a."until" AND r.since <= @g AND @g < r."until" ORDER BY 1`,
    )
    .pluck()
    .all({ g: generation });
}

const feedRow = ({ sqlite }: Knowledge, name: string): unknown =>
  sqlite
    .prepare(
      'SELECT version, updated_at, checked_at, records, ranges, rejected, error FROM feeds WHERE name = ?',
    )
    .get(name);

describe('loading a feed', () => {
  it('stores its records as a new generation', async () => {
    const knowledge = testKnowledge();
    expect(
      await knowledge.load(
        'osv-debian',
        zip(osv('DEBIAN-CVE-2026-1', 'openssl', '3.0.1-1'), osv('DEBIAN-CVE-2026-2', 'bash', null)),
      ),
    ).toMatchObject({ changed: true, records: 2, rejected: 0 });
    expect(knowledge.generation()).toBe(1);
    expect(advisoriesAt(knowledge, 1)).toEqual([
      'DEBIAN-CVE-2026-1 openssl 3.0.1-1',
      'DEBIAN-CVE-2026-2 bash -',
    ]);
    expect(advisoriesAt(knowledge, 0)).toEqual([]);
    expect(feedRow(knowledge, 'osv-debian')).toEqual({
      version: '2026-01-01T00:00:00Z',
      updated_at: NOW,
      checked_at: NOW,
      records: 2,
      ranges: 2,
      rejected: 0,
      error: null,
    });
    expect(
      knowledge.sqlite
        .prepare(
          'SELECT vulnerability_id, vulnerability FROM advisory_vulnerabilities v JOIN ranges r ON r.advisory_id = v.advisory_id ORDER BY 1',
        )
        .raw()
        .all(),
    ).toEqual([
      ['CVE-2026-1', 'CVE-2026-1'],
      ['CVE-2026-2', 'CVE-2026-2'],
    ]);
  });

  it('changes only the time of the check when the feed is unchanged', async () => {
    const knowledge = testKnowledge();
    const bytes = zip(osv('DEBIAN-CVE-2026-1', 'openssl', '3.0.1-1'));
    await knowledge.load('osv-debian', bytes);
    const before = knowledge.sqlite.prepare('SELECT * FROM advisories, ranges').all();
    expect(await knowledge.load('osv-debian', bytes, { now: NOW + 60 })).toMatchObject({
      changed: false,
    });
    expect(knowledge.generation()).toBe(1);
    expect(knowledge.sqlite.prepare('SELECT * FROM advisories, ranges').all()).toEqual(before);
    expect(feedRow(knowledge, 'osv-debian')).toMatchObject({
      updated_at: NOW,
      checked_at: NOW + 60,
    });
  });

  it('closes changed and removed records, keeps the others, and keeps the history', async () => {
    const knowledge = testKnowledge();
    await knowledge.load(
      'osv-debian',
      zip(
        osv('DEBIAN-CVE-2026-1', 'openssl', null),
        osv('DEBIAN-CVE-2026-2', 'bash', null),
        osv('DEBIAN-CVE-2026-3', 'curl', '8'),
      ),
    );
    const unchanged = knowledge.sqlite
      .prepare("SELECT * FROM advisories WHERE name = 'DEBIAN-CVE-2026-3'")
      .all();
    await knowledge.load(
      'osv-debian',
      zip(
        osv('DEBIAN-CVE-2026-1', 'openssl', '3.0.1-1', '2026-02-01T00:00:00Z'),
        osv('DEBIAN-CVE-2026-3', 'curl', '8'),
      ),
    );
    expect(advisoriesAt(knowledge, 1)).toEqual([
      'DEBIAN-CVE-2026-1 openssl -',
      'DEBIAN-CVE-2026-2 bash -',
      'DEBIAN-CVE-2026-3 curl 8',
    ]);
    expect(advisoriesAt(knowledge, 2)).toEqual([
      'DEBIAN-CVE-2026-1 openssl 3.0.1-1',
      'DEBIAN-CVE-2026-3 curl 8',
    ]);
    expect(
      knowledge.sqlite.prepare("SELECT * FROM advisories WHERE name = 'DEBIAN-CVE-2026-3'").all(),
    ).toEqual(unchanged);
    expect(feedRow(knowledge, 'osv-debian')).toMatchObject({
      records: 2,
      ranges: 2,
      version: '2026-02-01T00:00:00Z',
    });
    expect([
      knowledge.feedVersion('osv-debian', 1),
      knowledge.feedVersion('osv-debian', 2),
    ]).toEqual(['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z']);
  });

  it.each([
    ['the first feed', []],
    ['a later feed', [osv('DEBIAN-CVE-2026-7', 'bash', null)]],
  ])('keeps every index when %s is loaded or refused', async (_name, before) => {
    const knowledge = testKnowledge();
    const indexes = (): unknown =>
      knowledge.sqlite
        .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'index' ORDER BY name")
        .all();
    const expected = indexes();
    if (before.length > 0) await knowledge.load('osv-debian', zip(...before));
    await expect(knowledge.load('osv-debian', Buffer.from('PK no zip'))).rejects.toThrow();
    expect(indexes()).toEqual(expected);
    await knowledge.load('osv-debian', zip(osv('DEBIAN-CVE-2026-1', 'openssl', null)));
    expect(indexes()).toEqual(expected);
    expect(knowledge.sqlite.pragma('integrity_check', { simple: true })).toBe('ok');
  });

  it('stores a repeated record once', async () => {
    const knowledge = testKnowledge();
    const record = osv('DEBIAN-CVE-2026-1', 'openssl', null);
    await knowledge.load('osv-debian', zip(record, record));
    expect(feedRow(knowledge, 'osv-debian')).toMatchObject({ records: 1, ranges: 1 });
  });

  it('counts and lists rejected records, and stores the others', async () => {
    const knowledge = testKnowledge();
    await knowledge.load(
      'osv-debian',
      zip(
        osv('DEBIAN-CVE-2026-1', 'openssl', null),
        osv('DEBIAN-CVE-2026-2', 'bash', null),
        '{"no":"id"}',
      ),
    );
    expect(feedRow(knowledge, 'osv-debian')).toMatchObject({
      records: 2,
      rejected: 1,
      error: null,
    });
    expect(knowledge.sqlite.prepare('SELECT sample FROM rejected').pluck().all()).toEqual([
      '{"no":"id"}',
    ]);
    await knowledge.load('osv-debian', zip(osv('DEBIAN-CVE-2026-1', 'openssl', null)));
    expect(knowledge.sqlite.prepare('SELECT count(*) FROM rejected').pluck().get()).toBe(0);
  });
});

describe('loading an unusable feed', () => {
  it.each([
    [
      'is truncated',
      zip(osv('DEBIAN-CVE-2026-2', 'bash', null)).subarray(0, 100),
      'truncated',
      /truncated/,
    ],
    [
      'has no record of the feed',
      zipOf([{ name: 'a.txt', data: 'x' }]),
      'unsupported_format',
      /no record/,
    ],
    [
      'has ignored records only',
      zip(
        '{"id":"USN-1-1","withdrawn":"2026-01-01T00:00:00Z","affected":[]}',
        '{"id":"SUSE-SU-1","affected":[]}',
      ),
      'unsupported_format',
      /no record/,
    ],
    [
      'has more rejected than parsed records',
      zip(osv('DEBIAN-CVE-2026-2', 'bash', null), '{}', '{"x":1}'),
      'not_understood',
      /2 of 3 records/,
    ],
    [
      'is not JSON',
      Buffer.from('garbage'),
      'not_understood',
      /^1 of 1 records are invalid; the first: invalid JSON/,
    ],
    [
      'is compressed and corrupt',
      Buffer.from(gzipSync('{"x":1}').map((byte, i) => (i === 12 ? byte ^ 0xff : byte))),
      'malformed',
      /corrupt/,
    ],
  ])('changes nothing and stores the reason when the file %s', async (_why, bytes, code, text) => {
    const knowledge = testKnowledge();
    await knowledge.load('osv-debian', zip(osv('DEBIAN-CVE-2026-1', 'openssl', null)));
    await expect(knowledge.load('osv-debian', bytes)).rejects.toMatchObject({ code });
    expect(knowledge.generation()).toBe(1);
    expect(advisoriesAt(knowledge, 2)).toEqual(['DEBIAN-CVE-2026-1 openssl -']);
    const { error, ...rest } = feedRow(knowledge, 'osv-debian') as { error: string };
    expect(error).toMatch(text);
    expect(rest).toMatchObject({ records: 1, rejected: 0, version: '2026-01-01T00:00:00Z' });
    await knowledge.load('osv-debian', zip(osv('DEBIAN-CVE-2026-1', 'openssl', null)));
    expect(feedRow(knowledge, 'osv-debian')).toMatchObject({ error: null });
  });
});

const secdb = (release: string, name: string, fixed: string): string =>
  JSON.stringify({
    distroversion: release,
    reponame: 'main',
    packages: [{ pkg: { name, secfixes: { [fixed]: ['CVE-2026-1'] } } }],
  });

describe('loading a part of a feed', () => {
  it('replaces that part only', async () => {
    const knowledge = testKnowledge();
    await knowledge.load(
      'alpine-secdb',
      zipOf([
        { name: 'v3.20/main.json', data: secdb('v3.20', 'zlib', '1-r0') },
        { name: 'v3.21/main.json', data: secdb('v3.21', 'zlib', '2-r0') },
      ]),
    );
    await knowledge.load('alpine-secdb', secdb('v3.20', 'curl', '3-r0'), { part: 'v3.20-main' });
    const names = (g: number): string[] =>
      advisoriesAt(knowledge, g).map((line) => line.split(' ').slice(1).join(' '));
    expect(names(1)).toEqual(['zlib 1-r0', 'zlib 2-r0']);
    expect(names(2).sort()).toEqual(['curl 3-r0', 'zlib 2-r0']);
  });

  it('accepts a part without packages: some releases have no fixes yet', async () => {
    const knowledge = testKnowledge();
    await knowledge.load('alpine-secdb', secdb('v3.3', 'zlib', '1-r0'), { part: 'v3.3-main' });
    expect(
      await knowledge.load(
        'alpine-secdb',
        JSON.stringify({ distroversion: 'v3.3', packages: [] }),
        { part: 'v3.3-main' },
      ),
    ).toMatchObject({ changed: true, records: 0 });
    expect(advisoriesAt(knowledge, 2)).toEqual([]);
    await expect(
      knowledge.load('alpine-secdb', JSON.stringify({ distroversion: 'v3.3', packages: [] })),
    ).rejects.toMatchObject({ code: 'unsupported_format' });
  });

  it('merges the recent changes of NVD: they replace records of the same name only', async () => {
    const knowledge = testKnowledge();
    const cve = (id: string, text: string) => ({
      cve: {
        id,
        vulnStatus: 'Analyzed',
        lastModified: '2026-01-01T00:00:00.000',
        descriptions: [{ lang: 'en', value: text }],
        metrics: {},
        references: [],
      },
    });
    const file = (...cves: unknown[]): string =>
      JSON.stringify({
        resultsPerPage: cves.length,
        startIndex: 0,
        totalResults: cves.length,
        format: 'NVD_CVE',
        version: '2.0',
        timestamp: '2026-01-01T00:00:00.000',
        vulnerabilities: cves,
      });
    const titles = (g: number) =>
      knowledge.sqlite
        .prepare<{ g: number }, string>(
          'SELECT title FROM advisories WHERE since <= @g AND @g < "until" ORDER BY name',
        )
        .pluck()
        .all({ g });
    await knowledge.load('nvd', file(cve('CVE-2026-1', 'one'), cve('CVE-2026-2', 'two')), {
      part: '2026',
    });
    await knowledge.load(
      'nvd',
      file(cve('CVE-2026-2', 'two, better'), cve('CVE-2026-3', 'three')),
      { part: 'modified', merges: true },
    );
    expect([titles(1), titles(2)]).toEqual([
      ['one', 'two'],
      ['one', 'two, better', 'three'],
    ]);
    expect(
      await knowledge.load(
        'nvd',
        file(
          cve('CVE-2026-1', 'one'),
          cve('CVE-2026-2', 'two, better'),
          cve('CVE-2026-3', 'three'),
        ),
        { part: '2026' },
      ),
    ).toMatchObject({ changed: false });
    expect(feedRow(knowledge, 'nvd')).toMatchObject({ records: 3 });
  });
});

it('withdraws a CVE that NVD rejected recently, in any part', async () => {
  const knowledge = testKnowledge();
  const cve = (id: string, vulnStatus: string) => ({
    cve: {
      id,
      vulnStatus,
      descriptions: [],
      configurations: [
        {
          nodes: [
            {
              operator: 'OR',
              cpeMatch: [
                {
                  vulnerable: true,
                  criteria: 'cpe:2.3:a:v:p:*:*:*:*:*:*:*:*',
                  versionEndExcluding: '2',
                },
              ],
            },
          ],
        },
      ],
    },
  });
  const file = (...cves: unknown[]): string =>
    JSON.stringify({
      format: 'NVD_CVE',
      version: '2.0',
      timestamp: '2026-01-01T00:00:00.000',
      vulnerabilities: cves,
    });
  await knowledge.load('nvd', file(cve('CVE-2026-1', 'Analyzed'), cve('CVE-2026-2', 'Analyzed')), {
    part: '2026',
  });
  const recent = file(cve('CVE-2026-1', 'Rejected'), cve('CVE-2026-9', 'Rejected'));
  expect(await knowledge.load('nvd', recent, { part: 'modified', merges: true })).toMatchObject({
    changed: true,
    ignored: { rejected: 2 },
  });
  expect([advisoriesAt(knowledge, 1), advisoriesAt(knowledge, 2)]).toEqual([
    ['CVE-2026-1 v:p 2', 'CVE-2026-2 v:p 2'],
    ['CVE-2026-2 v:p 2'],
  ]);
  expect(feedRow(knowledge, 'nvd')).toMatchObject({ records: 1, ranges: 1 });
  expect(await knowledge.load('nvd', recent, { part: 'modified', merges: true })).toMatchObject({
    changed: false,
  });
});

it('stores the last record of a repeated NVD name, with its ranges', async () => {
  const knowledge = testKnowledge();
  const cve = (end: string) => ({
    cve: {
      id: 'CVE-2026-1',
      vulnStatus: 'Analyzed',
      lastModified: '2026-01-01T00:00:00.000',
      descriptions: [{ lang: 'en', value: end }],
      metrics: {},
      references: [],
      configurations: [
        {
          nodes: [
            {
              operator: 'OR',
              negate: false,
              cpeMatch: [
                {
                  vulnerable: true,
                  criteria: 'cpe:2.3:a:openbsd:openssh:*:*:*:*:*:*:*:*',
                  versionEndExcluding: end,
                  matchCriteriaId: 'x',
                },
              ],
            },
          ],
        },
      ],
    },
  });
  await knowledge.load(
    'nvd',
    JSON.stringify({
      resultsPerPage: 2,
      startIndex: 0,
      totalResults: 2,
      format: 'NVD_CVE',
      version: '2.0',
      timestamp: '2026-01-01T00:00:00.000',
      vulnerabilities: [cve('9.1'), cve('9.2')],
    }),
  );
  expect(feedRow(knowledge, 'nvd')).toMatchObject({ records: 1, ranges: 1 });
  expect(
    knowledge.sqlite
      .prepare('SELECT fixed FROM ranges WHERE "until" = 9007199254740991')
      .pluck()
      .all(),
  ).toEqual(['9.2']);
});

describe('loading scores', () => {
  const csv = (...rows: string[]): string =>
    `#model_version:v1,score_date:2026-01-01T00:00:00Z\ncve,epss,percentile\n${rows.join('\n')}\n`;
  it('replaces the stored scores, and equal ones change nothing', async () => {
    const knowledge = testKnowledge();
    await knowledge.load('epss', csv('CVE-2026-1,0.1,0.5', 'CVE-2026-2,0.2,0.6'));
    expect(
      await knowledge.load('epss', csv('CVE-2026-2,0.2,0.6', 'CVE-2026-1,0.1,0.5')),
    ).toMatchObject({ changed: false });
    expect(
      await knowledge.load('epss', csv('CVE-2026-1,0.3,0.5', 'CVE-2026-3,0.2,0.6')),
    ).toMatchObject({ changed: true });
    expect(knowledge.sqlite.prepare('SELECT * FROM epss ORDER BY cve').raw().all()).toEqual([
      ['CVE-2026-1', 0.3, 0.5],
      ['CVE-2026-3', 0.2, 0.6],
    ]);
    expect(knowledge.generation()).toBe(2);
    expect(feedRow(knowledge, 'epss')).toMatchObject({
      records: 2,
      ranges: 0,
      version: expect.stringContaining('2026-01-01') as string,
    });
  });
});

describe('the history of a feed', () => {
  it('is deleted before the oldest generation in use', async () => {
    const knowledge = testKnowledge();
    for (const fixed of ['1', '2', '3'])
      await knowledge.load('osv-debian', zip(osv('DEBIAN-CVE-2026-1', 'openssl', fixed)), {
        retainFrom: fixed === '3' ? 2 : 0,
      });
    expect([1, 2, 3].map((g) => advisoriesAt(knowledge, g))).toEqual([
      [],
      ['DEBIAN-CVE-2026-1 openssl 2'],
      ['DEBIAN-CVE-2026-1 openssl 3'],
    ]);
    expect(knowledge.oldestGeneration()).toBe(2);
    expect(
      knowledge.sqlite.prepare('SELECT count(*) FROM advisory_vulnerabilities').pluck().get(),
    ).toBe(2);
  });

  it('includes a cleared feed', async () => {
    const knowledge = testKnowledge();
    await knowledge.load('osv-debian', zip(osv('DEBIAN-CVE-2026-1', 'openssl', '1')));
    expect(
      await runJob({ kind: 'clear', knowledge: knowledge.file, feed: 'osv-debian', now: NOW }),
    ).toMatchObject({ changed: true });
    expect([advisoriesAt(knowledge, 1), advisoriesAt(knowledge, 2)]).toEqual([
      ['DEBIAN-CVE-2026-1 openssl 1'],
      [],
    ]);
    expect([knowledge.feedVersion('osv-debian', 1), knowledge.feedVersion('osv-debian')]).toEqual([
      '2026-01-01T00:00:00Z',
      null,
    ]);
    expect(feedRow(knowledge, 'osv-debian')).toBeUndefined();
  });
});

it('shows readers the old state until the new one is complete', async () => {
  const knowledge = testKnowledge();
  await knowledge.load('osv-debian', zip(osv('DEBIAN-CVE-2026-1', 'openssl', '1')));
  const seen = new Set<string>();
  let done = false;
  const loading = knowledge
    .load(
      'osv-debian',
      zip(
        ...Array.from({ length: 500 }, (_, i) => osv(`DEBIAN-CVE-2026-${i + 1}`, 'openssl', '2')),
      ),
    )
    .finally(() => {
      done = true;
    });
  while (!done) {
    seen.add(
      knowledge.snapshot(
        () =>
          `${knowledge.generation()}: ${advisoriesAt(knowledge, knowledge.generation()).length}`,
      ),
    );
    await new Promise((resolve) => setImmediate(resolve));
  }
  await loading;
  expect(
    [...seen, `${knowledge.generation()}: ${advisoriesAt(knowledge, 2).length}`].filter(
      (s) => !['1: 1', '2: 500'].includes(s),
    ),
  ).toEqual([]);
});
