import { describe, expect, it } from 'vitest';
import { cnaRanges } from '../../../../src/feeds/formats/cna/cna-ranges.js';
import { unmatchedProducts } from '../../../../src/feeds/formats/cna/unmatched-products.js';

const nginx = { vendor: 'F5', product: 'NGINX Open Source' };
const before = (lessThan: string, more: object = {}): object => ({
  version: '0',
  lessThan,
  status: 'affected',
  ...more,
});
const productsOf = (affected: object[], description = ''): string[] => {
  const cve = { affected, descriptions: [{ lang: 'en', value: description }] };
  return unmatchedProducts(cve, cnaRanges(cve, []));
};

describe('the programs that a record names without product data', () => {
  it.each<[string, object[], string[]]>([
    ['are those without versions', [{ ...nginx, versions: [] }], ['f5:nginx']],
    [
      'are those whose versions are commits only',
      [{ ...nginx, versions: [before('4f2a9c1d', { versionType: 'git' })] }],
      ['f5:nginx'],
    ],
    [
      'are those whose versions are words',
      [{ ...nginx, versions: [{ version: 'n/a', status: 'affected' }] }],
      ['f5:nginx'],
    ],
    [
      'are not those with one version that is understood',
      [{ ...nginx, versions: [before('1.2.3'), before('4f2a9c1d', { versionType: 'git' })] }],
      [],
    ],
    [
      'are not those that are understood in another entry',
      [{ ...nginx }, { ...nginx, product: 'nginx', versions: [before('1.2.3')] }],
      [],
    ],
    ['are not those that are unaffected', [{ ...nginx, defaultStatus: 'unaffected' }], []],
    [
      'are those of a publisher who is not named, without versions',
      [{ vendor: 'n/a', product: 'libssh', defaultStatus: 'affected' }],
      ['libssh:libssh'],
    ],
    ['are not builds of distributions', [{ vendor: 'Red Hat', product: 'nginx' }], []],
    ['are not other programs of the maker', [{ vendor: 'F5', product: 'NGINX Plus' }], []],
    [
      'are known by a CPE name',
      [{ ...nginx, product: 'x', cpes: ['cpe:2.3:a:nginx:nginx:*:*:*:*:*:*:*:*'] }],
      ['f5:nginx'],
    ],
  ])('%s', (_title, affected, expected) => {
    expect(productsOf(affected)).toEqual(expected);
  });

  const NOTHING = [{ vendor: 'n/a', product: 'n/a', versions: [{ version: 'n/a' }] }];
  it.each<[string, string[]]>([
    ['nginx before 1.29.1 allows a heap overflow.', ['f5:nginx']],
    ['An issue was discovered in Exim 4.98 through 4.99.', ['exim:exim']],
    ['A heap overflow in the function x of OpenSSH before 10.1 lets attackers in.', []],
    ['In Apache Tomcat 9.0.1, requests are mixed.', []],
    ['A flaw in Apache HTTP Server 2.4.60 allows attackers in.', ['apache:http_server']],
    ['Nginx UI 2.0 allows attackers in.', []],
    ['NGINX Plus before R33 allows attackers in.', []],
    ['A flaw in Some Panel 2.0 in nginx 1.2 allows attackers in.', []],
    ['SQL injection in Shop 1.0 on MySQL 8.0.', []],
    ['The server 1.0 of someone allows attackers in.', []],
    ['Redis through 8.0 allows attackers in.', ['redis:redis']],
  ])('are read from the start of a description without product data: %s', (text, expected) => {
    expect(productsOf(NOTHING, text)).toEqual(expected);
  });

  it('are not read from the description of a record with product data', () => {
    const affected = [{ vendor: 'Someone', product: 'Panel', versions: [before('2.0')] }];
    expect(productsOf(affected, 'nginx 1.2 is run by Panel.')).toEqual([]);
  });
});
