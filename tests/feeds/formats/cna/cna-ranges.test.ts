import { describe, expect, it } from 'vitest';
import { FEED_FORMATS } from '../../../../src/feeds/formats/formats.js';
import type { RecordRange } from '../../../../src/knowledge/records.js';
import { readFeed } from '../../../support/feed-items.js';

const REDIS_CPE = 'cpe:2.3:a:redis:redis:*:*:*:*:*:*:*:*';
const versions = (version: string, lessThan: string): object[] => [
  { version, lessThan, versionType: 'semver', status: 'affected' },
];
const redis = (more: object = {}): object => ({
  vendor: 'redis',
  product: 'redis',
  versions: versions('7.0.0', '7.0.99'),
  ...more,
});
const cna = (...affectedData: object[]): object => ({ source: 'cna@example.org', affectedData });
const configurations = (...criteria: string[]): object[] => [
  {
    nodes: [
      {
        operator: 'OR',
        negate: false,
        cpeMatch: criteria.map((text) => ({
          vulnerable: true,
          criteria: text,
          versionEndExcluding: '7.0.50',
        })),
      },
    ],
  },
];

async function readRecord(cve: object): Promise<string[]> {
  const text = JSON.stringify({
    format: 'NVD_CVE',
    version: '2.0',
    vulnerabilities: [{ cve: { id: 'CVE-2026-1', sourceIdentifier: 'cna@example.org', ...cve } }],
  });
  const { records } = await readFeed(FEED_FORMATS.nvd, text);
  return records.flatMap(({ ranges }) => ranges.map(summarize));
}

/** `redis:redis 7.0.0..<7.0.99 cna@example.org` */
function summarize(range: RecordRange): string {
  const { affectedPackage, introduced, fixed, lastAffected, endsBefore, conditions } = range;
  const end =
    fixed === null ? (lastAffected ?? (endsBefore && `(${endsBefore}`) ?? '') : `<${fixed}`;
  const platform = conditions?.platform === undefined ? '' : ' on some platforms';
  const preview = conditions?.preview === true ? ' preview' : '';
  return `${affectedPackage.name} ${introduced ?? ''}..${end} ${conditions?.cna ?? 'NVD'}${platform}${preview}`;
}

describe('the affected products of a CNA in a record of NVD', () => {
  it('are ranges of the programs that they name in words', async () => {
    expect(await readRecord({ affected: [cna(redis())] })).toEqual([
      'redis:redis 7.0.0..<7.0.99 cna@example.org',
    ]);
  });

  it('are ranges of their CPE names before those of the words', async () => {
    const entry = redis({ vendor: 'someone', product: 'something', cpes: [REDIS_CPE] });
    expect(await readRecord({ affected: [cna(entry)] })).toEqual([
      'redis:redis 7.0.0..<7.0.99 cna@example.org',
    ]);
    const other = redis({ cpes: ['cpe:2.3:a:redis:redis_enterprise:*:*:*:*:*:*:*:*'] });
    expect(await readRecord({ affected: [cna(other)] })).toEqual([
      'redis:redis_enterprise 7.0.0..<7.0.99 cna@example.org',
    ]);
  });

  it('may have CPE names of the older binding', async () => {
    const entry = redis({
      vendor: 'x',
      product: 'y',
      cpes: ['cpe:/a:redis:redis:7.0.1', 'cpe:/a:b'],
    });
    expect(await readRecord({ affected: [cna(entry)] })).toEqual([
      'redis:redis 7.0.0..<7.0.99 cna@example.org',
    ]);
  });

  it('add nothing about a product that NVD lists, by any of its names', async () => {
    const affected = [cna(redis())];
    for (const name of ['redis:redis', 'redislabs:redis'])
      expect(
        await readRecord({
          affected,
          configurations: configurations(`cpe:2.3:a:${name}:*:*:*:*:*:*:*:*`),
        }),
      ).toEqual([`${name} ..<7.0.50 NVD`]);
    expect(
      await readRecord({
        affected,
        configurations: configurations('cpe:2.3:a:lfprojects:valkey:*:*:*:*:*:*:*:*'),
      }),
    ).toEqual(['lfprojects:valkey ..<7.0.50 NVD', 'redis:redis 7.0.0..<7.0.99 cna@example.org']);
  });

  it('are the CNA’s before those that others add to its record', async () => {
    const adp = {
      source: 'adp@example.org',
      affectedData: [
        redis({ versions: versions('0', '9') }),
        { vendor: 'valkey-io', product: 'valkey', versions: versions('7', '8.1') },
      ],
    };
    expect(await readRecord({ affected: [adp, cna(redis())] })).toEqual([
      'redis:redis 7.0.0..<7.0.99 cna@example.org',
      'lfprojects:valkey 7..<8.1 adp@example.org',
    ]);
  });

  it('are left out if they are packages of a distribution', async () => {
    expect(
      await readRecord({
        affected: [
          cna(
            {
              packageName: 'OpenSSH',
              collectionURL: 'https://www.openssh.com/',
              versions: versions('8.5p1', '9.8p1'),
            },
            {
              vendor: 'Red Hat',
              product: 'OpenSSH',
              cpes: ['cpe:2.3:a:openbsd:openssh:*:*:*:*:*:*:*:*'],
              defaultStatus: 'affected',
            },
          ),
        ],
      }),
    ).toEqual(['openbsd:openssh 8.5p1..<9.8p1 cna@example.org']);
  });

  it('are on some platforms if the CNA names platforms', async () => {
    expect(await readRecord({ affected: [cna(redis({ platforms: ['Windows'] }))] })).toEqual([
      'redis:redis 7.0.0..<7.0.99 cna@example.org on some platforms',
    ]);
  });

  it('keep the subscription edition of BIND apart', async () => {
    const bind = {
      vendor: 'ISC',
      product: 'BIND 9',
      defaultStatus: 'unaffected',
      versions: [
        {
          version: '9.18.0',
          lessThanOrEqual: '9.18.27',
          versionType: 'custom',
          status: 'affected',
        },
        {
          version: '9.18.11-S1',
          lessThanOrEqual: '9.18.27-S1',
          versionType: 'custom',
          status: 'affected',
        },
      ],
    };
    expect(await readRecord({ affected: [cna(bind)] })).toEqual([
      'isc:bind 9.18.0..9.18.27 cna@example.org',
      'isc:bind 9.18.11-S1..9.18.27-S1 cna@example.org preview',
    ]);
  });

  it('are read from containers and from a flat list too', async () => {
    const container = {
      providerMetadata: { shortName: 'redis', orgId: 'a' },
      affected: [redis()],
    };
    expect(await readRecord({ containers: { cna: container, adp: [] } })).toEqual([
      'redis:redis 7.0.0..<7.0.99 redis',
    ]);
    expect(await readRecord({ affected: [redis()] })).toEqual([
      'redis:redis 7.0.0..<7.0.99 cna@example.org',
    ]);
  });

  it.each([
    ['nothing', undefined],
    ['a text', 'redis'],
    ['texts', ['redis']],
    ['null', [null]],
    ['data that is no list', [{ affectedData: { vendor: 'redis' } }]],
    ['versions that are no list', [cna(redis({ versions: 'all' }))]],
    ['a version that is no object', [cna(redis({ versions: ['7'] }))]],
    [
      'CPE names that are no texts',
      [cna(redis({ product: 'x', cpes: [7, null, 'cpe:2.3:a:*:*:*:*:*:*:*:*:*:*:*'] }))],
    ],
  ])('may be malformed: %s', async (_, affected) => {
    expect(await readRecord({ affected })).toEqual([]);
  });
});
