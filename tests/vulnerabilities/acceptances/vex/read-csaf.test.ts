import { describe, expect, it } from 'vitest';
import { readCsaf } from '../../../../src/vulnerabilities/acceptances/vex/read-csaf.js';
import { toAcceptances } from '../../../../src/vulnerabilities/acceptances/vex/statements.js';
import { readVexFixture, vexValidator } from '../../../support/vex-schemas.js';

const validate = vexValidator('csaf');

const product = (id: string, helper: object) => ({
  category: 'product_version',
  name: id,
  product: { name: id, product_id: id, product_identification_helper: helper },
});
const relation = (component: string, platform: string) => ({
  category: 'default_component_of',
  full_product_name: { name: `${platform}:${component}`, product_id: `${platform}:${component}` },
  product_reference: component,
  relates_to_product_reference: platform,
});
const csaf = (vulnerability: object, tree: object = {}) => ({
  document: {
    category: 'csaf_vex',
    csaf_version: '2.0',
    title: 'Example',
    publisher: { category: 'vendor', name: 'Example Inc.', namespace: 'https://example.org' },
    tracking: {
      id: 'EX-2026-1',
      status: 'final',
      version: '1',
      initial_release_date: '2026-01-01T00:00:00Z',
      current_release_date: '2026-01-01T00:00:00Z',
      revision_history: [{ number: '1', date: '2026-01-01T00:00:00Z', summary: 'Initial' }],
    },
  },
  product_tree: {
    branches: [
      {
        category: 'vendor',
        name: 'Example Inc.',
        branches: [
          product('a', { purl: 'pkg:deb/debian/a@1' }),
          product('b', { purl: 'pkg:rpm/redhat/b' }),
          product('mod', { purl: 'pkg:rpmmod/redhat/mod@1' }),
          product('web', { cpe: 'cpe:2.3:a:v:web:1.0:*:*:*:*:*:*:*' }),
          product('rhel9', { cpe: 'cpe:/o:redhat:enterprise_linux:9' }),
          product('storage', { cpe: 'cpe:/a:redhat:storage:3' }),
        ],
      },
    ],
    full_product_names: [{ name: 'plain', product_id: 'plain' }],
    relationships: [
      relation('b', 'rhel9'),
      relation('b', 'storage'),
      relation('mod', 'rhel9'),
      relation('b', 'rhel9:mod'),
    ],
    ...tree,
  },
  vulnerabilities: [{ cve: 'CVE-2024-1000', ...vulnerability }],
});
const summarize = (document: object): string[] =>
  toAcceptances(readCsaf(document)).acceptances.map(
    ({ vex_status, match }) => `${vex_status} ${match.names.join()} ${match.scopes[0]}`,
  );

describe('a CSAF VEX document', () => {
  it.each([
    ['a package', { known_not_affected: ['a'] }, ['not_affected a Debian:']],
    ['a service', { fixed: ['web'] }, ['fixed v:web cpe:a']],
    ['a first fixed version', { first_fixed: ['a'] }, ['fixed a Debian:']],
    [
      'a package of an operating system',
      { known_not_affected: ['rhel9:b'] },
      ['not_affected b Red Hat:enterprise_linux:9::'],
    ],
    ['a package of another product', { known_not_affected: ['storage:b'] }, []],
    ['a package of a module', { known_not_affected: ['rhel9:mod:b'] }, []],
    ['an affected package', { known_affected: ['a'] }, []],
    ['a product without a name', { known_not_affected: ['plain', 'unknown'] }, []],
    ['contradicting states', { fixed: ['a'], under_investigation: ['a'] }, []],
  ])('is read with %s', (_what, product_status, expected) => {
    const document = csaf({ product_status });
    expect(validate(document)).toEqual([]);
    expect(summarize(document)).toEqual(expected);
  });

  it('has the reasons of flags and threats, also of product groups', () => {
    const { statements } = readCsaf(
      csaf(
        {
          product_status: { known_not_affected: ['a', 'web'] },
          flags: [{ label: 'component_not_present', group_ids: ['g'] }],
          threats: [
            { category: 'impact', details: 'It is not built in.', product_ids: ['a'] },
            { category: 'impact', details: 'Moderate', product_ids: ['web'] },
            { category: 'exploit_status', details: 'none', product_ids: ['web'] },
          ],
        },
        { product_groups: [{ group_id: 'g', product_ids: ['a', 'b'] }] },
      ),
    );
    expect(statements.map(({ justification, impact }) => [justification, impact])).toEqual([
      ['component_not_present', 'It is not built in.'],
      [null, null],
    ]);
  });

  it.each([
    ['another profile', { document: { category: 'csaf_security_advisory' } }],
    ['another version', { document: { csaf_version: '2.1' } }],
  ])('is refused with %s', (_what, { document }) => {
    const valid = csaf({});
    expect(() => readCsaf({ ...valid, document: { ...valid.document, ...document } })).toThrow();
  });

  it('may have branches as deep as a document can be', () => {
    let branches: unknown[] = [product('deep', { purl: 'pkg:deb/debian/deep' })];
    for (let i = 0; i < 20_000; i += 1) branches = [{ category: 'vendor', name: 'x', branches }];
    const document = csaf({ product_status: { known_not_affected: ['deep'] } }, { branches });
    expect(summarize(document)).toEqual(['not_affected deep Debian:']);
  });

  it('of Red Hat is read: packages of each release, those of other products skipped', () => {
    const document = readVexFixture('redhat-cve-2023-4154.json');
    expect(validate(document)).toEqual([]);
    const { acceptances, skipped } = toAcceptances(readCsaf(document));
    const samba = acceptances.find(({ match }) => match.names.includes('samba'));
    expect(samba).toMatchObject({
      vulnerability_id: 'CVE-2023-4154',
      vex_status: 'not_affected',
      justification: 'vulnerable_code_not_present',
      match: { of: 'package', versions: null },
    });
    expect(samba?.match.scopes).toEqual(
      expect.arrayContaining([
        'Red Hat:enterprise_linux:6::server',
        'Red Hat:enterprise_linux:9::baseos',
      ]),
    );
    expect([acceptances.length, skipped]).toEqual([
      acceptances.length,
      { product: skipped.product, version: 0, contradicted: 0 },
    ]);
    expect(skipped.product).toBeGreaterThan(0);
  });

  it('of the standard is read: a product without a package URL or CPE name is skipped', () => {
    const document = readVexFixture('2022-evd-uc-03-ms-001.json');
    expect(validate(document)).toEqual([]);
    const { acceptances, skipped } = toAcceptances(readCsaf(document));
    expect([acceptances, skipped.product > 0]).toEqual([[], true]);
  });
});
