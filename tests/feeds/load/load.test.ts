import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { runJob } from '../../../src/feeds/load/run-job.js';
import type { Knowledge } from '../../../src/knowledge/open-knowledge.js';
import { zipOf } from '../../support/archives.js';
import { NOW } from '../../support/database.js';
import { osv, testKnowledge } from '../../support/knowledge.js';

const zip = (...records: string[]): Buffer =>
  zipOf(records.map((data, i) => ({ name: `${i}.json`, data })));

/** Which advisories are in force at a generation, with the fixed versions they name. */
function at({ sqlite }: Knowledge, generation: number): string[] {
  return sqlite
    .prepare<{ g: number }, string>(
      `SELECT a.name || ' ' || p.name || ' ' || coalesce(r.fixed, '-') FROM advisories a JOIN ranges r ON r.advisory_id = a.id JOIN places p ON p.id = r.place_id
    WHERE a.since <= @g AND @g < a."until" AND r.since <= @g AND @g < r."until" ORDER BY 1`,
    )
    .pluck()
    .all({ g: generation });
}

const feed = ({ sqlite }: Knowledge, name: string): unknown =>
  sqlite
    .prepare(
      'SELECT version, updated_at, checked_at, records, ranges, rejected, error FROM feeds WHERE name = ?',
    )
    .get(name);

describe('loading a feed', () => {
  it('puts its records in force as a new generation', async () => {
    const knowledge = testKnowledge();
    expect(
      await knowledge.load(
        'osv-debian',
        zip(osv('DEBIAN-CVE-2026-1', 'openssl', '3.0.1-1'), osv('DEBIAN-CVE-2026-2', 'bash', null)),
      ),
    ).toMatchObject({ changed: true, records: 2, rejected: 0 });
    expect(knowledge.generation()).toBe(1);
    expect(at(knowledge, 1)).toEqual([
      'DEBIAN-CVE-2026-1 openssl 3.0.1-1',
      'DEBIAN-CVE-2026-2 bash -',
    ]);
    expect(at(knowledge, 0)).toEqual([]);
    expect(feed(knowledge, 'osv-debian')).toEqual({
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

  it('again, unchanged, changes nothing but the time it was checked', async () => {
    const knowledge = testKnowledge();
    const bytes = zip(osv('DEBIAN-CVE-2026-1', 'openssl', '3.0.1-1'));
    await knowledge.load('osv-debian', bytes);
    const before = knowledge.sqlite.prepare('SELECT * FROM advisories, ranges').all();
    expect(await knowledge.load('osv-debian', bytes, { now: NOW + 60 })).toMatchObject({
      changed: false,
    });
    expect(knowledge.generation()).toBe(1);
    expect(knowledge.sqlite.prepare('SELECT * FROM advisories, ranges').all()).toEqual(before);
    expect(feed(knowledge, 'osv-debian')).toMatchObject({ updated_at: NOW, checked_at: NOW + 60 });
  });

  it('changed, closes what changed or went, leaves the rest, and remembers what was', async () => {
    const knowledge = testKnowledge();
    await knowledge.load(
      'osv-debian',
      zip(
        osv('DEBIAN-CVE-2026-1', 'openssl', null),
        osv('DEBIAN-CVE-2026-2', 'bash', null),
        osv('DEBIAN-CVE-2026-3', 'curl', '8'),
      ),
    );
    const kept = knowledge.sqlite
      .prepare("SELECT * FROM advisories WHERE name = 'DEBIAN-CVE-2026-3'")
      .all();
    await knowledge.load(
      'osv-debian',
      zip(
        osv('DEBIAN-CVE-2026-1', 'openssl', '3.0.1-1', '2026-02-01T00:00:00Z'),
        osv('DEBIAN-CVE-2026-3', 'curl', '8'),
      ),
    );
    expect(at(knowledge, 1)).toEqual([
      'DEBIAN-CVE-2026-1 openssl -',
      'DEBIAN-CVE-2026-2 bash -',
      'DEBIAN-CVE-2026-3 curl 8',
    ]);
    expect(at(knowledge, 2)).toEqual([
      'DEBIAN-CVE-2026-1 openssl 3.0.1-1',
      'DEBIAN-CVE-2026-3 curl 8',
    ]);
    expect(
      knowledge.sqlite.prepare("SELECT * FROM advisories WHERE name = 'DEBIAN-CVE-2026-3'").all(),
    ).toEqual(kept);
    expect(feed(knowledge, 'osv-debian')).toMatchObject({
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
    ['as the first', []],
    ['as the second', [osv('DEBIAN-CVE-2026-7', 'bash', null)]],
  ])('%s leaves every index, whether it can be read or not', async (_name, before) => {
    const knowledge = testKnowledge();
    const indexes = (): unknown =>
      knowledge.sqlite
        .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'index' ORDER BY name")
        .all();
    const meant = indexes();
    if (before.length > 0) await knowledge.load('osv-debian', zip(...before));
    await expect(knowledge.load('osv-debian', Buffer.from('PK no zip'))).rejects.toThrow();
    expect(indexes()).toEqual(meant);
    await knowledge.load('osv-debian', zip(osv('DEBIAN-CVE-2026-1', 'openssl', null)));
    expect(indexes()).toEqual(meant);
    expect(knowledge.sqlite.pragma('integrity_check', { simple: true })).toBe('ok');
  });

  it('that holds one record twice keeps it once', async () => {
    const knowledge = testKnowledge();
    const record = osv('DEBIAN-CVE-2026-1', 'openssl', null);
    await knowledge.load('osv-debian', zip(record, record));
    expect(feed(knowledge, 'osv-debian')).toMatchObject({ records: 1, ranges: 1 });
  });

  it('counts and tells what is not understood, and uses the rest', async () => {
    const knowledge = testKnowledge();
    await knowledge.load(
      'osv-debian',
      zip(
        osv('DEBIAN-CVE-2026-1', 'openssl', null),
        osv('DEBIAN-CVE-2026-2', 'bash', null),
        '{"no":"id"}',
      ),
    );
    expect(feed(knowledge, 'osv-debian')).toMatchObject({ records: 2, rejected: 1, error: null });
    expect(knowledge.sqlite.prepare('SELECT sample FROM rejected').pluck().all()).toEqual([
      '{"no":"id"}',
    ]);
    await knowledge.load('osv-debian', zip(osv('DEBIAN-CVE-2026-1', 'openssl', null)));
    expect(knowledge.sqlite.prepare('SELECT count(*) FROM rejected').pluck().get()).toBe(0);
  });
});

describe('a feed that cannot be used changes nothing and says why', () => {
  it.each([
    [
      'is cut off',
      zip(osv('DEBIAN-CVE-2026-2', 'bash', null)).subarray(0, 100),
      'truncated',
      /breaks off/,
    ],
    [
      'holds no record of the feed',
      zipOf([{ name: 'a.txt', data: 'x' }]),
      'unsupported_format',
      /no record/,
    ],
    [
      'holds nothing to keep',
      zip(
        '{"id":"USN-1-1","withdrawn":"2026-01-01T00:00:00Z","affected":[]}',
        '{"id":"SUSE-SU-1","affected":[]}',
      ),
      'unsupported_format',
      /no record/,
    ],
    [
      'is mostly not understood',
      zip(osv('DEBIAN-CVE-2026-2', 'bash', null), '{}', '{"x":1}'),
      'not_understood',
      /2 of 3 records/,
    ],
    [
      'is no JSON at all',
      Buffer.from('garbage'),
      'not_understood',
      /^1 of 1 records are not understood; the first: no JSON/,
    ],
    [
      'is packed and damaged',
      Buffer.from(gzipSync('{"x":1}').map((byte, i) => (i === 12 ? byte ^ 0xff : byte))),
      'malformed',
      /damaged/,
    ],
  ])('because it %s', async (_why, bytes, code, words) => {
    const knowledge = testKnowledge();
    await knowledge.load('osv-debian', zip(osv('DEBIAN-CVE-2026-1', 'openssl', null)));
    await expect(knowledge.load('osv-debian', bytes)).rejects.toMatchObject({ code });
    expect(knowledge.generation()).toBe(1);
    expect(at(knowledge, 2)).toEqual(['DEBIAN-CVE-2026-1 openssl -']);
    const { error, ...rest } = feed(knowledge, 'osv-debian') as { error: string };
    expect(error).toMatch(words);
    expect(rest).toMatchObject({ records: 1, rejected: 0, version: '2026-01-01T00:00:00Z' });
    await knowledge.load('osv-debian', zip(osv('DEBIAN-CVE-2026-1', 'openssl', null)));
    expect(feed(knowledge, 'osv-debian')).toMatchObject({ error: null });
  });
});

const secdb = (release: string, name: string, fixed: string): string =>
  JSON.stringify({
    distroversion: release,
    reponame: 'main',
    packages: [{ pkg: { name, secfixes: { [fixed]: ['CVE-2026-1'] } } }],
  });

describe('parts', () => {
  it('are replaced alone', async () => {
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
      at(knowledge, g).map((line) => line.split(' ').slice(1).join(' '));
    expect(names(1)).toEqual(['zlib 1-r0', 'zlib 2-r0']);
    expect(names(2).sort()).toEqual(['curl 3-r0', 'zlib 2-r0']);
  });

  it('may name no package: of some releases nothing was mended yet', async () => {
    const knowledge = testKnowledge();
    await knowledge.load('alpine-secdb', secdb('v3.3', 'zlib', '1-r0'), { part: 'v3.3-main' });
    expect(
      await knowledge.load(
        'alpine-secdb',
        JSON.stringify({ distroversion: 'v3.3', packages: [] }),
        { part: 'v3.3-main' },
      ),
    ).toMatchObject({ changed: true, records: 0 });
    expect(at(knowledge, 2)).toEqual([]);
    await expect(
      knowledge.load('alpine-secdb', JSON.stringify({ distroversion: 'v3.3', packages: [] })),
    ).rejects.toMatchObject({ code: 'unsupported_format' });
  });

  it('of NVD: what changed lately takes the place of its name, and the rest stays', async () => {
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
    expect(feed(knowledge, 'nvd')).toMatchObject({ records: 3 });
  });
});

it('of NVD: a name that is rejected lately goes, in whichever file it stood', async () => {
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
  const lately = file(cve('CVE-2026-1', 'Rejected'), cve('CVE-2026-9', 'Rejected'));
  expect(await knowledge.load('nvd', lately, { part: 'modified', merges: true })).toMatchObject({
    changed: true,
    ignored: { rejected: 2 },
  });
  expect([at(knowledge, 1), at(knowledge, 2)]).toEqual([
    ['CVE-2026-1 v:p 2', 'CVE-2026-2 v:p 2'],
    ['CVE-2026-2 v:p 2'],
  ]);
  expect(feed(knowledge, 'nvd')).toMatchObject({ records: 1, ranges: 1 });
  expect(await knowledge.load('nvd', lately, { part: 'modified', merges: true })).toMatchObject({
    changed: false,
  });
});

it('of NVD: a name that comes twice holds as it came last, with its ranges', async () => {
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
  expect(feed(knowledge, 'nvd')).toMatchObject({ records: 1, ranges: 1 });
  expect(
    knowledge.sqlite
      .prepare('SELECT fixed FROM ranges WHERE "until" = 9007199254740991')
      .pluck()
      .all(),
  ).toEqual(['9.2']);
});

describe('lists without history', () => {
  const csv = (...rows: string[]): string =>
    `#model_version:v1,score_date:2026-01-01T00:00:00Z\ncve,epss,percentile\n${rows.join('\n')}\n`;
  it('are replaced by what came, and an equal one changes nothing', async () => {
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
    expect(feed(knowledge, 'epss')).toMatchObject({
      records: 2,
      ranges: 0,
      version: expect.stringContaining('2026-01-01') as string,
    });
  });
});

describe('history', () => {
  it('that nobody asks for any more is forgotten, and nothing else', async () => {
    const knowledge = testKnowledge();
    for (const fixed of ['1', '2', '3'])
      await knowledge.load('osv-debian', zip(osv('DEBIAN-CVE-2026-1', 'openssl', fixed)), {
        keepFrom: fixed === '3' ? 2 : 0,
      });
    expect([1, 2, 3].map((g) => at(knowledge, g))).toEqual([
      [],
      ['DEBIAN-CVE-2026-1 openssl 2'],
      ['DEBIAN-CVE-2026-1 openssl 3'],
    ]);
    expect(knowledge.oldestGeneration()).toBe(2);
    expect(
      knowledge.sqlite.prepare('SELECT count(*) FROM advisory_vulnerabilities').pluck().get(),
    ).toBe(2);
  });

  it('holds an emptied feed as it was', async () => {
    const knowledge = testKnowledge();
    await knowledge.load('osv-debian', zip(osv('DEBIAN-CVE-2026-1', 'openssl', '1')));
    expect(
      await runJob({ kind: 'empty', knowledge: knowledge.file, feed: 'osv-debian', now: NOW }),
    ).toMatchObject({ changed: true });
    expect([at(knowledge, 1), at(knowledge, 2)]).toEqual([['DEBIAN-CVE-2026-1 openssl 1'], []]);
    expect([knowledge.feedVersion('osv-debian', 1), knowledge.feedVersion('osv-debian')]).toEqual([
      '2026-01-01T00:00:00Z',
      null,
    ]);
    expect(feed(knowledge, 'osv-debian')).toBeUndefined();
  });
});

it('readers see the old state until all of the new one is there', async () => {
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
        () => `${knowledge.generation()}: ${at(knowledge, knowledge.generation()).length}`,
      ),
    );
    await new Promise((resolve) => setImmediate(resolve));
  }
  await loading;
  expect(
    [...seen, `${knowledge.generation()}: ${at(knowledge, 2).length}`].filter(
      (s) => !['1: 1', '2: 500'].includes(s),
    ),
  ).toEqual([]);
});
