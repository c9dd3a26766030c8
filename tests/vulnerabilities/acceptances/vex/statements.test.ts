import { describe, expect, it } from 'vitest';
import { matchOfProduct } from '../../../../src/vulnerabilities/acceptances/vex/product-match.js';
import {
  cleanVexText,
  toAcceptances,
  type VexStatement,
} from '../../../../src/vulnerabilities/acceptances/vex/statements.js';

const statement = (
  status: VexStatement['status'],
  product: string,
  more: Partial<VexStatement> = {},
): VexStatement => ({
  vulnerability: 'CVE-1',
  status,
  justification: null,
  impact: null,
  product,
  match: matchOfProduct(product),
  at: null,
  ...more,
});
const read = (...statements: VexStatement[]) =>
  toAcceptances({ format: 'openvex', source: 's', author: 'a', statements, skipped: 0 });
const kept = (...statements: VexStatement[]) =>
  read(...statements).acceptances.map(
    ({ vex_status, match }) =>
      `${vex_status} ${match.names.join()} ${match.versions?.join() ?? '*'} ${match.scopes.join()}`,
  );

const ANY = 'pkg:deb/debian/a';
const ONE = 'pkg:deb/debian/a@1';
const TWO = 'pkg:deb/debian/a@2';

describe('statements of a vendor', () => {
  it.each([
    [
      'a product that is not affected',
      [statement('not_affected', ANY)],
      ['not_affected a * Debian:'],
    ],
    ['a version with a fix', [statement('fixed', ONE)], ['fixed a 1 Debian:']],
    ['an affected product', [statement('other', ANY)], []],
    ['a fix without a version', [statement('fixed', ANY)], []],
    ['a product that is not understood', [statement('not_affected', 'pkg:npm/a')], []],
    [
      'a later statement about the same product',
      [statement('other', ANY, { at: 2 }), statement('not_affected', ANY, { at: 1 })],
      [],
    ],
    [
      'an earlier statement about the same product',
      [statement('not_affected', ANY, { at: 2 }), statement('other', ANY, { at: 1 })],
      ['not_affected a * Debian:'],
    ],
    [
      'the last of statements with one time',
      [statement('other', ANY), statement('not_affected', ANY)],
      ['not_affected a * Debian:'],
    ],
    [
      'an affected version beside all others',
      [statement('not_affected', ANY), statement('other', ONE)],
      [],
    ],
    [
      'an affected package beside a fixed version',
      [statement('fixed', TWO), statement('other', ANY)],
      ['fixed a 2 Debian:'],
    ],
    [
      'an affected version beside a fixed one',
      [statement('fixed', TWO), statement('other', ONE)],
      ['fixed a 2 Debian:'],
    ],
    [
      'an affected release beside all releases',
      [statement('not_affected', ANY), statement('other', `${ANY}?distro=debian-12`)],
      [],
    ],
    [
      'an affected release beside another one',
      [
        statement('not_affected', `${ANY}?distro=debian-11`),
        statement('other', `${ANY}?distro=debian-12`),
      ],
      ['not_affected a * Debian:11'],
    ],
    [
      'an affected product of another vulnerability',
      [statement('not_affected', ANY), statement('other', ONE, { vulnerability: 'CVE-2' })],
      ['not_affected a * Debian:'],
    ],
    [
      'releases of one product, which are merged',
      [
        statement('not_affected', `${ANY}?distro=debian-12`),
        statement('not_affected', `${ANY}?distro=debian-11`),
      ],
      ['not_affected a * Debian:11,Debian:12'],
    ],
  ])('are read: %s', (_what, statements, expected) => {
    expect(kept(...statements)).toEqual(expected);
  });

  it('are merged by architecture where the rest is equal', () => {
    const { acceptances } = read(
      statement('fixed', `${ONE}?arch=arm64`),
      statement('fixed', `${ONE}?arch=amd64`),
      statement('fixed', `${TWO}?arch=amd64`),
    );
    expect(acceptances.map(({ match }) => [match.versions, match.architectures])).toEqual([
      [['1'], ['amd64', 'arm64']],
      [['2'], ['amd64']],
    ]);
  });

  it('are counted by the reason why they are not kept', () => {
    const { skipped } = toAcceptances({
      format: 'csaf',
      source: 's',
      author: 'a',
      skipped: 2,
      statements: [
        statement('not_affected', 'pkg:npm/a'),
        statement('fixed', ANY),
        statement('not_affected', ANY, { vulnerability: 'CVE-2' }),
        statement('other', ONE, { vulnerability: 'CVE-2' }),
      ],
    });
    expect(skipped).toEqual({ product: 3, version: 1, contradicted: 1 });
  });

  it('have the words of the vendor as their reason, cleaned and bounded', () => {
    const [found] = read(
      statement('not_affected', ANY, {
        justification: 'component_not_present',
        impact: `Not\u0000 built\u202e in${'x'.repeat(2000)}`,
      }),
    ).acceptances;
    expect(found?.reason).toHaveLength(1000);
    expect(found?.reason).toMatch(/^Not affected \(component_not_present\): Not built· inx/);
    expect(cleanVexText('a\ud83d\ude00', 2)).toBe('a\ufffd');
  });
});
