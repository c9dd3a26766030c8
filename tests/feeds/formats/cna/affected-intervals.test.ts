import { describe, expect, it } from 'vitest';
import { affectedIntervals } from '../../../../src/feeds/formats/cna/affected-intervals.js';

const affected = (version: string, more: object = {}): object => ({
  version,
  status: 'affected',
  ...more,
});
const unaffected = (version: string, more: object = {}): object => ({
  version,
  status: 'unaffected',
  ...more,
});

/** `1.0..<2.0` fixed in 2.0; `1.0..2.0` up to and including it; `1.0..(3` not beyond, and no fix is named. */
function read(versions: readonly object[], defaultStatus?: string): string[] {
  return affectedIntervals({ versions, defaultStatus }).map(({ from, to, isFixed }) => {
    const start = `${from.isAfter ? '>' : ''}${from.version ?? ''}`;
    if (to.version === null) return `${start}..`;
    if (to.isAfter) return `${start}..${to.version}`;
    return `${start}..${isFixed ? '<' : '('}${to.version}`;
  });
}

describe('versions of a CNA', () => {
  it.each<[string, object[], string[], string?]>([
    ['lessThan names the fix', [affected('7.0.0', { lessThan: '7.0.99' })], ['7.0.0..<7.0.99']],
    [
      'lessThanOrEqual names the last one',
      [affected('2.4.0', { lessThanOrEqual: '2.4.58' })],
      ['2.4.0..2.4.58'],
    ],
    ['a single version is affected alone', [affected('5.6.0')], ['5.6.0..5.6.0']],
    ['0 is the beginning', [affected('0', { lessThan: '1.2' })], ['..<1.2']],
    ['unspecified is the beginning', [affected('unspecified', { lessThan: '1.2' })], ['..<1.2']],
    [
      'n/a is the beginning of a bounded range',
      [affected('n/a', { lessThanOrEqual: '1.2' })],
      ['..1.2'],
    ],
    ['a v is no part of a version', [affected('v1.0', { lessThan: 'v1.2' })], ['1.0..<1.2']],
    ['* has no end', [affected('3.1', { lessThan: '*' })], ['3.1..']],
    ['* alone is every version', [affected('*')], ['..']],
    ['a wildcard ends before the next series', [affected('2.0', { lessThan: '2.*' })], ['2.0..(3']],
    ['a wildcard of a series is all of it', [affected('2.4.x')], ['2.4..(2.5']],
    ['a written fix beats the end of a wildcard', [affected('2.*'), unaffected('3')], ['2..<3']],
    [
      'adjacent ranges have one fix',
      [affected('1', { lessThan: '2' }), affected('2', { lessThan: '3.1' })],
      ['1..<3.1'],
    ],
    [
      'a commit has no position',
      [affected('1da177e4c3f4', { lessThan: '5c2d8a7', versionType: 'git' })],
      [],
    ],
    ['a commit has no position without its type either', [affected('5c2d8a7e11')], []],
    [
      'rpm only names the comparison',
      [affected('17', { lessThan: '17.5', versionType: 'rpm' })],
      ['17..<17.5'],
    ],
    [
      'a build of a distribution is no version',
      [affected('0', { lessThan: '8.7p1-38.el9_4.1', versionType: 'rpm' })],
      [],
    ],
    [
      'an epoch is of a distribution',
      [affected('0', { lessThan: '0:8.7p1', versionType: 'rpm' })],
      [],
    ],
    ['a word is no version', [affected('n/a')], []],
    ['an end before its start is nothing', [affected('2.0', { lessThan: '1.0' })], []],
    ['an end at its start is nothing', [affected('2.0', { lessThan: '2.0' })], []],
    ['a status that is missing says nothing', [{ version: '1', lessThan: '2' }], []],
  ])('%s', (_, versions, expected, status) => {
    expect(read(versions, status)).toEqual(expected);
  });

  it('changes divide a range', () => {
    const changes = [
      { at: '2.12.2', status: 'unaffected' },
      { at: '2.3.1', status: 'unaffected' },
      { at: '2.4', status: 'affected' },
      { at: '2.13.0', status: 'affected' },
      { at: '2.15.0', status: 'unaffected' },
    ];
    expect(read([affected('2.0', { lessThan: '*', changes })])).toEqual([
      '2.0..<2.3.1',
      '2.4..<2.12.2',
      '2.13.0..<2.15.0',
    ]);
  });

  it('changes that only say unaffected are the fixes of several series', () => {
    const changes = [
      { at: '1.27.1', status: 'unaffected' },
      { at: '1.26.2', status: 'unaffected' },
    ];
    expect(read([affected('1.5.13', { lessThan: '*', changes })])).toEqual([
      '1.5.13..<1.26.2',
      '1.27..<1.27.1',
    ]);
    const same = [
      { at: '1.26.2', status: 'unaffected' },
      { at: '1.26.3', status: 'unaffected' },
    ];
    expect(read([affected('1.5.13', { lessThan: '*', changes: same })])).toEqual([
      '1.5.13..<1.26.2',
    ]);
  });

  it('a change that is not understood leaves the range unknown', () => {
    const changes = [{ at: 'the March update', status: 'unaffected' }];
    expect(read([affected('2.0', { lessThan: '*', changes })])).toEqual([]);
  });

  it.each<[string, object[], string, string[]]>([
    [
      'what is not listed is affected',
      [unaffected('1.2.3', { lessThan: '*' })],
      'affected',
      ['..<1.2.3'],
    ],
    [
      'branches with a fix are left out',
      [unaffected('1.2.9', { lessThan: '1.3' }), unaffected('1.4.1', { lessThan: '*' })],
      'affected',
      ['..<1.2.9', '1.3..<1.4.1'],
    ],
    ['nothing is listed', [], 'affected', ['..']],
    [
      'affected versions only are listed',
      [affected('10.0', { lessThan: '10.7.1' }), affected('9.1')],
      'affected',
      ['9.1..9.1', '10.0..<10.7.1'],
    ],
    ['nothing is listed as unaffected', [], 'unaffected', []],
    ['nothing is listed as unknown', [], 'unknown', []],
    [
      'an unknown version names no fix',
      [affected('1', { lessThan: '2' }), { version: '2', lessThan: '3', status: 'unknown' }],
      'unaffected',
      ['1..(2'],
    ],
    [
      'one statement is not understood',
      [unaffected('abcdef1234', { versionType: 'git' })],
      'affected',
      [],
    ],
    [
      'one statement that may end it is not understood',
      [affected('1', { lessThan: '*' }), unaffected('the next one')],
      'unknown',
      [],
    ],
    [
      'a bounded range stays',
      [affected('1', { lessThan: '2' }), unaffected('the next one')],
      'unknown',
      ['1..<2'],
    ],
  ])('by default: %s', (_, versions, status, expected) => {
    expect(read(versions, status)).toEqual(expected);
  });

  it.each<[string, object[], string[]]>([
    [
      'a single version',
      [affected('1.0', { lessThan: '2.0' }), unaffected('1.5')],
      ['1.0..<1.5', '>1.5..<2.0'],
    ],
    [
      'a range inside',
      [unaffected('1.5.3', { lessThan: '1.6' }), affected('0', { lessThan: '2.0' })],
      ['..<1.5.3', '1.6..<2.0'],
    ],
    [
      'unaffected over affected',
      [unaffected('1.0', { lessThan: '2.0' }), affected('1.0', { lessThan: '2.0' })],
      [],
    ],
  ])('the narrower statement decides: %s', (_, versions, expected) => {
    expect(read(versions)).toEqual(expected);
  });

  it.each([
    ['>= 7.0.0, < 7.0.15', ['7.0.0..<7.0.15']],
    ['>=7.0.0 <7.0.15', ['7.0.0..<7.0.15']],
    ['< 6.8', ['..<6.8']],
    ['<= 6.8', ['..6.8']],
    ['> 6.8', ['>6.8..']],
    ['= 6.8', ['6.8..6.8']],
    ['< 1.2, >= 2.0, < 2.3', []],
    ['before 2.4.11', ['..<2.4.11']],
    ['prior to 2.4.11', ['..<2.4.11']],
    ['versions prior to 2.4.11', ['..<2.4.11']],
    ['2.4.10 and earlier', ['..2.4.10']],
    ['2.4.10 and Previous Versions', ['..2.4.10']],
    ['2.4.0 through 2.4.10', ['2.4.0..2.4.10']],
    ['from 2.4.0 before 2.4.10', ['2.4.0..<2.4.10']],
    ['2.4.0 - 2.4.10', ['2.4.0..2.4.10']],
    ['2.4.0, 2.4.2', ['2.4.0..2.4.0', '2.4.2..2.4.2']],
    ['all versions', ['..']],
    ['< commit 12ab', []],
    ['fixed in samba 4.15.5', []],
    ['openssh 8.5p1', []],
    ['2.4.0 (Windows only)', []],
  ])('the text %j is read', (version, expected) => {
    expect(read([affected(version)])).toEqual(expected);
  });

  it('series without an end are about the versions before the first series with one', () => {
    expect(
      read([
        affected('1.31.0', { lessThan: '1.31.9' }),
        affected('1.30.0', { lessThan: '1.30.7' }),
        affected('1.19.7', { lessThan: '*' }),
      ]),
    ).toEqual(['1.19.7..<1.30.7', '1.31.0..<1.31.9']);
    expect(read([affected('1', { lessThan: '*' }), affected('2.0.1')])).toEqual(['1..2.0.1']);
  });

  it('several ends of one start are the fixes of several series', () => {
    const to = (lessThan: string): object => affected('0', { lessThan });
    expect(read([to('8.4.6'), to('6.2.24'), to('8.2.9'), unaffected('8.2.9')])).toEqual([
      '..<6.2.24',
      '6.3..<8.2.9',
      '8.3..<8.4.6',
    ]);
    expect(read([to('14.23'), to('15.18')])).toEqual(['..<14.23', '15..<15.18']);
    expect(read([to('1.2.3'), to('1.2.5')])).toEqual(['..<1.2.5']);
  });

  it('several last versions are those of several series', () => {
    expect(read([affected('5.7.36 and prior'), affected('8.0.27 and prior')])).toEqual([
      '..5.7.36',
      '5.8..8.0.27',
    ]);
    expect(
      read([
        affected('>= 9.0.0, <= 9.4.51'),
        affected('>= 10.0.0, <= 10.0.15'),
        affected('<= 12.0.0'),
      ]),
    ).toEqual(['..9.4.51', '9.5..10.0.15', '10.1..12.0.0']);
    expect(read([affected('2.4.10'), affected('2.4.50 and earlier')])).toEqual(['..2.4.50']);
    expect(read([affected('1.0', { lessThan: '3.0' }), affected('2.1')])).toEqual(['1.0..<3.0']);
  });

  it('the name of the product before a version is left out', () => {
    const entry = { product: 'Exim', versions: [affected('exim 4.95'), affected('exim4 4.90')] };
    expect(affectedIntervals(entry).map(({ from }) => from.version)).toEqual(['4.95']);
  });

  it('more versions than a record reasonably has are not read', () => {
    expect(read(Array.from({ length: 501 }, (_, n) => affected(`1.${String(n)}`)))).toEqual([]);
  });
});
