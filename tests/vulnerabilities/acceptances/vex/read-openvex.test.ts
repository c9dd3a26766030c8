import { describe, expect, it } from 'vitest';
import { readOpenVex } from '../../../../src/vulnerabilities/acceptances/vex/read-openvex.js';
import { vexValidator } from '../../../support/vex-schemas.js';

const validate = vexValidator('openvex');

const openVex = (...statements: object[]) => ({
  '@context': 'https://openvex.dev/ns/v0.2.0',
  '@id': 'https://example.org/vex/1',
  author: 'Example Inc.',
  timestamp: '2026-01-01T00:00:00Z',
  version: 1,
  statements,
});
const PRODUCT = { '@id': 'pkg:deb/debian/a@1' };
const notAffected = (more: object) => ({
  vulnerability: { name: 'CVE-2024-1000' },
  products: [PRODUCT],
  status: 'not_affected',
  justification: 'component_not_present',
  ...more,
});
const summarize = (document: object): string[] =>
  readOpenVex(document).statements.map(
    (s) => `${s.vulnerability} ${s.status} ${s.product} ${s.match?.scopes.join() ?? '-'}`,
  );

describe('an OpenVEX document', () => {
  it.each([
    ['products by their id', {}, ['CVE-2024-1000 not_affected pkg:deb/debian/a@1 Debian:']],
    [
      'products by identifiers',
      {
        products: [
          {
            '@id': 'https://example.org/p',
            identifiers: { purl: 'pkg:deb/debian/b', cpe23: 'cpe:2.3:a:v:p:1:*:*:*:*:*:*:*' },
          },
        ],
      },
      [
        'CVE-2024-1000 not_affected pkg:deb/debian/b Debian:',
        'CVE-2024-1000 not_affected cpe:2.3:a:v:p:1:*:*:*:*:*:*:* cpe:a',
      ],
    ],
    [
      'a component of an operating system',
      {
        products: [
          {
            '@id': 'https://example.org/debian',
            identifiers: { cpe22: 'cpe:/o:debian:debian_linux:12' },
            subcomponents: [{ '@id': 'pkg:deb/debian/c' }],
          },
        ],
      },
      ['CVE-2024-1000 not_affected pkg:deb/debian/c Debian:12'],
    ],
    [
      'a component of an image, which is not matched',
      { products: [{ '@id': 'pkg:oci/app', subcomponents: [PRODUCT] }] },
      ['CVE-2024-1000 not_affected pkg:deb/debian/a@1 -'],
    ],
    [
      'the CVE among the aliases',
      { vulnerability: { name: 'GHSA-1', aliases: ['CVE-2024-2000', 'X-1'] } },
      ['CVE-2024-2000 not_affected pkg:deb/debian/a@1 Debian:'],
    ],
    [
      'another id without a CVE',
      { vulnerability: { name: 'GHSA-1' } },
      ['GHSA-1 not_affected pkg:deb/debian/a@1 Debian:'],
    ],
    [
      'what is under investigation',
      { status: 'under_investigation' },
      ['CVE-2024-1000 other pkg:deb/debian/a@1 Debian:'],
    ],
  ])('is read with %s', (_what, more, expected) => {
    const document = openVex(notAffected(more));
    expect(validate(document)).toEqual([]);
    expect(summarize(document)).toEqual(expected);
  });

  it('has the time of a statement, else that of the document', () => {
    const { statements } = readOpenVex(
      openVex(notAffected({}), notAffected({ timestamp: '2026-02-01T00:00:00Z' })),
    );
    expect(statements.map(({ at }) => at)).toEqual([Date.UTC(2026, 0, 1), Date.UTC(2026, 1, 1)]);
  });

  it('counts products without a package URL or CPE name', () => {
    const products = [{ '@id': 'https://example.org/p' }, PRODUCT];
    expect(readOpenVex(openVex(notAffected({ products }))).skipped).toBe(1);
  });

  it.each([
    ['no statements', openVex()],
    ['another context', { ...openVex(notAffected({})), '@context': 'https://example.org' }],
    ['no author', { ...openVex(notAffected({})), author: undefined }],
    ['an unknown status', openVex(notAffected({ status: 'fine' }))],
    ['a vulnerability of version 0.0.1', openVex(notAffected({ vulnerability: 'CVE-2024-1' }))],
  ])('is refused with %s', (_what, document) => {
    expect(() => readOpenVex(document)).toThrow();
  });
});
