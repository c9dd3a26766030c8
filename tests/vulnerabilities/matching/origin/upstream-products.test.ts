import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { otherPublisher } from '../../../../src/vulnerabilities/matching/origin/package-origin.js';
import { upstreamProduct } from '../../../../src/vulnerabilities/matching/origin/upstream-products.js';

const FORMATS: Readonly<Record<string, string>> = { Debian: 'dpkg', Ubuntu: 'dpkg' };

const ROWS = readFileSync(new URL('upstream.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [ecosystem = '', name = '', version = '', vendor, cpe = '', upstream = ''] =
      line.split('\t');
    const format = FORMATS[ecosystem.split(':')[0] ?? ''] ?? 'rpm';
    const pkg = { format, name, version, vendor: vendor || null };
    const publisher = otherPublisher(ecosystem, pkg);
    const product = publisher === null ? null : upstreamProduct(publisher, pkg);
    return {
      expected: `${name} ${version}: ${cpe} ${upstream}`.trim(),
      found: `${name} ${version}: ${product?.cpe[0] ?? '-'} ${product?.version ?? ''}`.trim(),
      cpe,
      publisher,
    };
  });

const matched = ROWS.filter(({ cpe }) => cpe !== '-');

describe('the program of a package', () => {
  it('is the labelled one, in its upstream version, or none', () => {
    expect(ROWS.filter(({ expected, found }) => expected !== found)).toEqual([]);
  });

  it('is known of 25 products and more, in a set that names none for half of its packages', () => {
    expect(ROWS.length).toBeGreaterThan(200);
    expect(new Set(matched.map(({ cpe }) => cpe)).size).toBeGreaterThan(25);
    expect(ROWS.length - matched.length).toBeGreaterThan(90);
  });
});
