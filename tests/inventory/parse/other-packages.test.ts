import { describe, expect, it } from 'vitest';
import { parseApk } from '../../../src/inventory/parse/packages/apk.js';
import { parsePacman } from '../../../src/inventory/parse/packages/pacman.js';
import {
  parseWindowsHotfixes,
  parseWindowsPrograms,
} from '../../../src/inventory/parse/packages/windows.programs.js';
import { otherPublisher } from '../../../src/vulnerabilities/matching/origin/package-origin.js';
import { capture } from '../../support/inventory-fixtures.js';

describe('parseApk', () => {
  it('parses the database of a real Alpine', () => {
    const { value, warnings } = parseApk(capture('alpine-3.11.apk'));
    expect(warnings).toEqual([]);
    expect(value.map(({ name, version }) => `${name} ${version}`)).toEqual([
      'musl 1.1.24-r2',
      'busybox 1.31.1-r9',
      'alpine-baselayout 3.2.0-r3',
      'alpine-keys 2.1-r2',
      'libcrypto1.1 1.1.1d-r3',
      'libssl1.1 1.1.1d-r3',
      'ca-certificates-cacert 20191127-r1',
      'libtls-standalone 2.9.1-r0',
      'ssl_client 1.31.1-r9',
      'zlib 1.2.11-r3',
      'apk-tools 2.10.4-r3',
      'scanelf 1.2.4-r0',
      'musl-utils 1.1.24-r2',
      'libc-utils 0.7.2-r0',
    ]);
    expect(value.find(({ name }) => name === 'libssl1.1')).toMatchObject({
      source: 'openssl',
      source_version: '1.1.1d-r3',
      architecture: 'x86_64',
      format: 'apk',
      installed_at: null,
    });
    expect(value.find(({ name }) => name === 'musl')?.size).toBe(614_400);
    expect(value.find(({ name }) => name === 'apk-tools')?.source).toBe('apk-tools');
  });

  it('names the tag of a repository and nginx.org as vendors', () => {
    const block = (name: string, more: string) => `P:${name}\nV:1-r0\n${more}\n\n`;
    const { value } = parseApk(
      block('a', 's:testing') +
        block('nginx', 'm:NGINX Packaging <nginx-packaging@f5.com>') +
        block('b', 'm:A Person <a@alpinelinux.org>'),
    );
    expect(value.map(({ vendor }) => vendor)).toEqual(['repository @testing', 'nginx.org', null]);
    expect(value.map((pkg) => otherPublisher('Alpine:v3.20', pkg))).toEqual([
      'repository @testing',
      'nginx.org',
      null,
    ]);
  });

  it('distinguishes lower-case fields, and uses the first of a repeated field', () => {
    expect(parseApk('P:a\nV:1\na:0:0:755\nA:x86\nA:arm\n').value).toMatchObject([
      { name: 'a', architecture: 'x86' },
    ]);
  });

  it.each([
    ['checksums', 'C:Q1\nP:a\nV:1\nC:Q2\nP:b\nV:2\n'],
    ['names only', 'P:a\nV:1\nP:b\nV:2\n'],
    ['a checksum in the second only', 'P:a\nV:1\nF:bin\nC:Q2\nP:b\nV:2\n'],
  ])('parses two blocks without an empty line between them, with %s', (_what, text) => {
    const { value, warnings } = parseApk(text);
    expect([value.map(({ name, version }) => `${name} ${version}`), warnings]).toEqual([
      ['a 1', 'b 2'],
      [],
    ]);
  });
});

describe('parsePacman', () => {
  const desc =
    '%NAME%\ngcc-libs\n\n%VERSION%\n13.2.1-3\n\n%BASE%\ngcc\n\n%DESC%\nRuntime libraries\n' +
    '%NAME\n\n%ARCH%\nx86_64\n\n%BUILDDATE%\n1\n\n%INSTALLDATE%\n1700000000\n\n%PACKAGER%\n' +
    'A Person <a@example.org>\n\n%SIZE%\n130000\n\n%DEPENDS%\nglibc>=2.27\n\n';
  it('parses each entry', () => {
    const { value, warnings } = parsePacman(`${desc}%NAME%\nvim\n\n%VERSION%\n2:9.0-1\n`);
    expect(warnings).toEqual([]);
    expect(value).toMatchObject([
      {
        name: 'gcc-libs',
        version: '13.2.1-3',
        source: 'gcc',
        architecture: 'x86_64',
        installed_at: 1_700_000_000,
        size: 130_000,
        vendor: 'A Person <a@example.org>',
      },
      { name: 'vim', version: '2:9.0-1', source: 'vim', architecture: null },
    ]);
  });
});

describe('the parsers of Windows programs and updates', () => {
  it('parse each line', () => {
    const { value, warnings } = parseWindowsPrograms(
      [
        '{"name":"7-Zip 23.01 (x64)","version":"23.01","publisher":"Igor ' +
          'Pavlov","date":"20240131","size":5600,"view":64}',
        '{"name":"Äpp\\u0007","version":null,"publisher":null,"date":"31.01.2024","size":null,"view":"32"}',
        'not json',
        '',
      ].join('\r\n'),
    );
    expect(warnings).toEqual(['1 entries are unreadable']);
    expect(value).toMatchObject([
      {
        name: '7-Zip 23.01 (x64)',
        version: '23.01',
        vendor: 'Igor Pavlov',
        architecture: 'x64',
        size: 5_734_400,
        installed_at: 1_706_659_200,
      },
      {
        name: 'Äpp',
        version: '',
        vendor: null,
        architecture: 'x86',
        size: null,
        installed_at: null,
      },
    ]);
  });

  it.each([
    [
      '{"id":"kb5034441","date":"20240210"}',
      [{ name: 'KB5034441', version: '', installed_at: 1_707_523_200 }],
    ],
    ['{"id":"File 1"}', []],
    ['[]', []],
    ['{"id":"KB1","date":"20240231"}', [{ installed_at: null }]],
  ])('parse the update %s', (line, expected) => {
    expect(parseWindowsHotfixes(line).value).toMatchObject(expected);
  });
});
