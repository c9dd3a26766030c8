import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { parseDpkg } from '../../../../src/inventory/parse/packages/dpkg.js';
import { decodeReport } from '../../../../src/inventory/report/report-format.js';
import { collect, find } from '../../../support/agent-process.js';
import { capture } from '../../../support/inventory-fixtures.js';

const one = (line: string): unknown => parseDpkg(`${line}\n`).value[0] ?? null;

describe('a line of dpkg-query', () => {
  it('is parsed to all fields, with the size in bytes', () => {
    expect(one('libc6:amd64\t2.36-9+deb12u9\tamd64\tglibc\t2.36-9+deb12u9\tii \t12988')).toEqual({
      name: 'libc6',
      version: '2.36-9+deb12u9',
      architecture: 'amd64',
      source: 'glibc',
      source_version: '2.36-9+deb12u9',
      vendor: null,
      module: null,
      format: 'dpkg',
      size: 13_299_712,
      installed_at: null,
    });
  });

  it.each([
    [
      'columns missing at the end',
      'adduser\t3.134',
      { name: 'adduser', version: '3.134', architecture: null, source: null, size: null },
    ],
    [
      'only some missing',
      'adduser\t3.134\tall\tadduser\t3.134\tii ',
      { architecture: 'all', size: null },
    ],
    [
      'the architecture in the name only',
      'libc6:i386\t2.36',
      { name: 'libc6', architecture: 'i386' },
    ],
    ['an epoch', 'login\t1:4.13+dfsg1-1\tamd64', { version: '1:4.13+dfsg1-1' }],
    [
      'an epoch of zero',
      'a1\t0:1.0-1\tall\ta1\t0:1.0-1\tii \t',
      { version: '1.0-1', source_version: '1.0-1', size: null },
    ],
    [
      'a source with its version in brackets',
      'libgcc-s1\t12.2.0-14\tamd64\tgcc-12 (12.2.0-14)\t\tii \t',
      { source: 'gcc-12', source_version: '12.2.0-14' },
    ],
    [
      'a source of another version',
      'libxml2-dev\t2.9\tamd64\tlibxml2\t2.10\tii \t1',
      { source_version: '2.10' },
    ],
    ['on hold', 'a1\t1\tall\ta1\t1\thi \t1', { name: 'a1' }],
    ['half configured', 'a1\t1\tall\ta1\t1\tiF \t1', { name: 'a1' }],
    ['half installed, with an error', 'a1\t1\tall\ta1\t1\tiHR\t1', { name: 'a1' }],
    ['a size too large for a number', 'a1\t1\tall\ta1\t1\tii \t9999999999999999', { size: null }],
    ['a line end of Windows', 'a1\t1\tall\ta1\t1\tii \t1\r', { size: 1024 }],
  ])('is parsed with %s', (_title, line, expected) => {
    expect(one(line)).toMatchObject(expected);
  });

  it.each([
    'old\t1.0\tamd64\told\t1.0\trc \t100',
    'gone\t\tamd64\tgone\t\tun \t',
    'purged\t1\tall\tp1\t1\tpn \t',
  ])('of a package that is not installed is ignored: %j', (line) => {
    expect(parseDpkg(line)).toEqual({ value: [], warnings: [] });
  });
});

describe('the output of dpkg-query', () => {
  it('with some unreadable lines yields the others and a warning', () => {
    expect(parseDpkg('a1\t1\nb1\t2\nno tab\nc1\t3\n')).toMatchObject({
      value: [{ name: 'a1' }, { name: 'b1' }, { name: 'c1' }],
      warnings: ['1 entries are unreadable'],
    });
  });
  it.each([
    ['cut after its version', 'perl\t5.36.0-7', ['perl']],
    ['cut within its version', 'perl\t5.3', ['perl']],
    ['cut before its status', 'perl\t5.36.0-7\tamd64\tperl\t5.36.0-7', ['perl']],
    ['joined with the next one', 'a1\t1\tall\ta1\t1\tii \t1b1\t1\tall\tb1\t1\tii \t1', 'any'],
  ])('does not read a line that is %s', (_title, line, unreadable) => {
    const whole = 'c1\t3\tall\tc1\t3\tii \t1';
    for (const text of [`${whole}\n${line}\n`, `${line}\n${whole}\n`])
      expect(parseDpkg(text)).toMatchObject({
        value: [{ name: 'c1' }],
        warnings: ['1 entries are unreadable'],
        unreadable,
      });
  });
  it('is not a package list when most lines are unreadable', () => {
    expect(parseDpkg('a1\t1\nno\nnone\n')).toEqual({
      value: [],
      warnings: ['not a package list: 2 of 3 entries are unreadable'],
    });
  });
  it('is truncated after the maximum number of packages', () => {
    const { value, warnings } = parseDpkg('aa\t1\n'.repeat(150_000));
    expect(value.length).toBe(30_000);
    expect(warnings).toEqual(['only the first 30000 packages were read']);
  });
});

describe('parseDpkg on a real list', () => {
  it.each([
    ['debian-10.dpkg', 91, 'perl-base', '5.28.1-6', 'perl'],
    ['ubuntu-18.04.dpkg', 89, 'libc6', '2.27-3ubuntu1', 'glibc'],
  ])('parses %s', (file, count, name, version, source) => {
    const { value, warnings } = parseDpkg(capture(file));
    expect(warnings).toEqual([]);
    expect(value.length).toBe(count);
    expect(value.find((found) => found.name === name)).toMatchObject({ version, source });
  });

  it.runIf(find('dpkg-query') !== null)(
    'returns the same packages as dpkg on this machine',
    async () => {
      const decoded = decodeReport(collect());
      const ours = parseDpkg(decoded.ok ? (decoded.sections.dpkg ?? '') : '').value;
      const format =
        '${db:Status-Status}|${Package}|${Version}|${Architecture}|' +
        '${source:Package}|${source:Version}|${Installed-Size}\n';
      const theirs = execFileSync('dpkg-query', ['-W', `-f=${format}`], {
        encoding: 'utf8',
        maxBuffer: 64 << 20,
      })
        .split('\n')
        .filter((line) => line !== '' && !/^(?:not-installed|config-files)\|/.test(line));
      expect(
        ours.map((found) =>
          [
            found.name,
            found.version,
            found.architecture,
            found.source,
            found.source_version,
            (found.size ?? 0) / 1024,
          ].join('|'),
        ),
      ).toEqual(theirs.map((line) => line.slice(line.indexOf('|') + 1).replace(/\|$/, '|0')));
      expect(ours.length).toBeGreaterThan(50);
    },
  );
});
