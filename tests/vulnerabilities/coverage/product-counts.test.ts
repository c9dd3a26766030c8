import { describe, expect, it } from 'vitest';
import { openSqlite } from '../../../src/database/sqlite.js';
import { FEED_FORMATS } from '../../../src/feeds/formats/formats.js';
import { cpeOf } from '../../../src/pentest/detect/cpe.js';
import { productCountTexts } from '../../../src/vulnerabilities/coverage/coverage.text.js';
import { readProductCounts } from '../../../src/vulnerabilities/coverage/product-counts.js';
import { readFeed } from '../../support/feed-items.js';
import { createKnowledge, storeFeed } from '../../support/stored-records.js';

const DATA_FROM = Date.UTC(2026, 10, 27) / 1000;
const services = ['nginx', 'Exim', 'Redis'].map((product) => ({
  product,
  cpe: cpeOf(product, '1.2.3'),
}));

const affected = (product: string, ...versions: object[]): object => ({
  affected: [{ source: 'cna@example.org', affectedData: [{ vendor: 'F5', product, versions }] }],
});
const before = (lessThan: string, versionType = 'semver'): object => ({
  version: '0',
  lessThan,
  versionType,
  status: 'affected',
});

/** Loads records as NVD publishes them. `counted`: the generation from which the file is counted. */
async function load(cves: object[], counted: number | null = 1) {
  const vulnerabilities = cves.map((cve, i) => ({
    cve: { id: `CVE-2026-${1000 + i}`, published: '2026-10-01T10:00:00.000', ...cve },
  }));
  const page = JSON.stringify({ format: 'NVD_CVE', version: '2.0', vulnerabilities });
  const { records } = await readFeed(FEED_FORMATS.nvd, page);
  const knowledge = createKnowledge();
  const generation = storeFeed(knowledge, 'nvd', '2026-11-27T00:00:00Z', records);
  const sqlite = openSqlite(knowledge.file);
  sqlite
    .prepare(
      "INSERT INTO feed_files (feed, part, sha256, loaded_at, rejected, since, counted_since) VALUES ('nvd', '2026', '', 1, 0, 1, ?)",
    )
    .run(counted);
  sqlite.close();
  return (at = generation, dataFrom = DATA_FROM) =>
    readProductCounts(knowledge.sqlite, services, { dataFrom, generation: at });
}

const NONE = [
  { name: 'nginx', cves: 0, without_data: 0 },
  { name: 'Exim', cves: 0, without_data: 0 },
  { name: 'Redis', cves: 0, without_data: 0 },
];

describe('the CVEs that name the program of a service', () => {
  it('are counted with product data and without, each once', async () => {
    const count = await load([
      affected('NGINX Open Source', before('1.29.1'), before('1.28.9')),
      affected('NGINX Open Source', before('5e1f2a3b', 'git')),
      affected('NGINX Plus', before('33')),
      { descriptions: [{ lang: 'en', value: 'nginx before 1.30.1 allows a heap overflow.' }] },
      { descriptions: [{ lang: 'en', value: 'Exim 4.98 allows attackers in.' }] },
    ]);
    expect(count()).toEqual([
      { name: 'nginx', cves: 3, without_data: 2 },
      { name: 'Exim', cves: 1, without_data: 1 },
      { name: 'Redis', cves: 0, without_data: 0 },
    ]);
    expect(productCountTexts(count())).toEqual([
      'Of 3 CVEs of the last 12 months that name nginx, 2 have no product data.',
      'Of 1 CVE of the last 12 months that names Exim, 1 has no product data.',
    ]);
  });

  it('are those of the twelve months before the date of the data', async () => {
    const plain = affected('NGINX Open Source', before('1.29.1'));
    const count = await load([
      { ...plain, published: '2025-11-26T23:59:59.000' },
      { ...plain, published: '2025-11-27T00:00:00.000' },
    ]);
    expect(count()[0]?.cves).toBe(1);
    expect(productCountTexts(count())).toEqual([]);
  });

  it('are not counted as long as a file of NVD was loaded before they are', async () => {
    const plain = affected('NGINX Open Source', before('1.29.1'));
    expect((await load([plain], null))()).toEqual([]);
    expect((await load([plain], 2))()).toEqual([]);
  });

  it('are not counted for data from a time whose CVEs have no stored date', async () => {
    const count = await load([affected('NGINX Open Source', before('1.29.1'))]);
    expect(count(1, Date.UTC(2026, 5, 1) / 1000)).toEqual([]);
  });

  it('are counted as zero where none names it', async () => {
    expect((await load([affected('Panel', before('1'))]))()).toEqual(NONE);
  });
});
