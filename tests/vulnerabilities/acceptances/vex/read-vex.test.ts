import { describe, expect, it } from 'vitest';
import { readVex } from '../../../../src/vulnerabilities/acceptances/vex/read-vex.js';

const read = (document: unknown) => readVex(Buffer.from(JSON.stringify(document)));
const list = <T>(length: number, item: (i: number) => T): T[] =>
  Array.from({ length }, (_, i) => item(i));

const statement = (aliases: number, products: unknown[]) => ({
  vulnerability: {
    name: 'CVE-2024-10000',
    aliases: list(aliases, (i) => `CVE-2024-${20_000 + i}`),
  },
  products,
  status: 'not_affected',
});
const openVex = (...statements: unknown[]) => ({
  '@context': 'https://openvex.dev/ns/v0.2.0',
  '@id': 'https://example.org/vex/1',
  author: 'Example Inc.',
  timestamp: '2026-01-01T00:00:00Z',
  statements,
});
const purl = (i: number): string => `pkg:deb/debian/p${i}`;
const named = (i: number) => ({ '@id': purl(i) });

const csaf = (tree: object, vulnerabilities: unknown[]) => ({
  document: {
    category: 'csaf_vex',
    csaf_version: '2.0',
    publisher: { name: 'Example Inc.' },
    tracking: { id: 'X-1' },
  },
  product_tree: tree,
  vulnerabilities,
});
const product = (id: string, purls: string[]) => ({
  product_id: id,
  product_identification_helper: { purls },
});
const cve = (i: number) => ({ cve: `CVE-2024-${10_000 + i}` });
const group = { group_id: 'G', product_ids: list(1000, (i) => `P${i}`) };

describe('a document of which parts multiply each other', () => {
  it.each([
    ['aliases and products', openVex(statement(100, list(2000, named)))],
    [
      'aliases and subcomponents',
      openVex(
        statement(100, [
          { '@id': 'cpe:/o:debian:debian_linux:12', subcomponents: list(2000, named) },
        ]),
      ),
    ],
    [
      'aliases and products of many statements',
      openVex(
        ...list(50, (i) =>
          statement(
            100,
            list(50, (j) => named(50 * i + j)),
          ),
        ),
      ),
    ],
    [
      'vulnerabilities and package URLs of one product',
      csaf(
        { full_product_names: [product('P', list(1000, purl))] },
        list(1000, (i) => ({ ...cve(i), product_status: { known_affected: ['P'] } })),
      ),
    ],
    [
      'relationships and package URLs of their component',
      csaf(
        {
          full_product_names: [product('P', list(1000, purl))],
          relationships: list(1000, (i) => ({
            full_product_name: { product_id: `R${i}` },
            product_reference: 'P',
            relates_to_product_reference: 'S',
          })),
        },
        [{ ...cve(0), product_status: { known_not_affected: list(1000, (i) => `R${i}`) } }],
      ),
    ],
    [
      'flags and groups',
      csaf({ product_groups: [group] }, [
        {
          ...cve(0),
          flags: list(1000, () => ({ label: 'component_not_present', group_ids: ['G'] })),
        },
      ]),
    ],
    [
      'threats and groups',
      csaf(
        { product_groups: [group] },
        list(1000, (i) => ({
          ...cve(i),
          threats: [{ category: 'impact', details: 'x', group_ids: ['G'] }],
        })),
      ),
    ],
  ])('is refused before %s are multiplied out', (_parts, document) => {
    expect(read(document)).toMatchObject({
      ok: false,
      code: 'body_too_large',
      detail:
        'The document makes more than 100000 statements about a vulnerability in a product: split it',
    });
  });

  it('is read where a flag names one group many times', () => {
    const flag = { label: 'component_not_present', group_ids: list(100_000, () => 'G') };
    const tree = { product_groups: [group], full_product_names: [product('P0', [purl(0)])] };
    const document = csaf(tree, [
      { ...cve(0), product_status: { known_not_affected: ['P0'] }, flags: [flag] },
    ]);
    expect(read(document)).toMatchObject({
      ok: true,
      document: { acceptances: [{ justification: 'component_not_present' }] },
    });
  });

  it('is read if the product is within the limit', () => {
    const products = list(100, named);
    expect(read(openVex(statement(99, products)))).toMatchObject({
      ok: true,
      document: { acceptances: { length: 10_000 } },
    });
  });
});

describe('a document with long lists', () => {
  it('of products that differ in their architecture makes one acceptance', () => {
    const products = list(50_000, (i) => ({ '@id': `${purl(1)}?arch=a${i}` }));
    const reading = read(openVex(statement(0, products)));
    expect(reading).toMatchObject({ ok: true, document: { acceptances: { length: 1 } } });
  });

  it('of package URLs of one product is read', () => {
    const tree = {
      full_product_names: [
        product(
          'P',
          list(99_000, () => purl(1)),
        ),
      ],
    };
    const document = csaf(tree, [{ ...cve(0), product_status: { known_not_affected: ['P'] } }]);
    expect(read(document)).toMatchObject({ ok: true, document: { acceptances: { length: 1 } } });
  });

  it('of reasons repeats 1,000 characters of a long one for each product', () => {
    const products = list(10_000, (i) => product(`P${i}`, [purl(i)]));
    const ids = products.map(({ product_id }) => product_id);
    const threats = [{ category: 'impact', details: 'x'.repeat(1_000_000), product_ids: ids }];
    const document = csaf({ full_product_names: products }, [
      { ...cve(0), product_status: { known_not_affected: ids }, threats },
    ]);
    expect(read(document)).toMatchObject({
      ok: true,
      document: { acceptances: { length: 10_000 } },
    });
  });

  it('of names is refused if the acceptances take more than 16 MiB', () => {
    const long = (i: number) => ({ '@id': `${purl(1)}?arch=${'a'.repeat(900)}${i}` });
    expect(read(openVex(statement(99, list(500, long))))).toMatchObject({
      ok: false,
      code: 'body_too_large',
      detail: 'The acceptances of the document take more than 16 MiB: split it',
    });
  });
});
