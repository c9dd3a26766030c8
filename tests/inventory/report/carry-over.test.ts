import { describe, expect, it } from 'vitest';
import type { Versioned } from '../../../src/inventory/store/changes.js';
import type { UnreadableEntries } from '../../../src/inventory/inventory.js';
import { parseApk } from '../../../src/inventory/parse/packages/apk.js';
import { parseDpkg } from '../../../src/inventory/parse/packages/dpkg.js';
import { parsePacman } from '../../../src/inventory/parse/packages/pacman.js';
import { parseRpm } from '../../../src/inventory/parse/packages/rpm.js';
import { parseWindowsHotfixes } from '../../../src/inventory/parse/packages/windows.programs.js';
import { carryOverUnreadable } from '../../../src/inventory/report/carry-over.js';

const p = (name: string, version: string, architecture = 'x86_64'): Versioned => ({
  format: 'rpm',
  name,
  architecture,
  version,
});

describe('the packages carried over for unreadable entries', () => {
  it.each<[string, Versioned[], Versioned[], UnreadableEntries, string[]]>([
    ['none where all entries are readable', [p('a', '1')], [], [], []],
    [
      'all missing ones where no name is recognizable',
      [p('a', '1'), p('b', '1'), p('c', '1')],
      [p('c', '1')],
      'any',
      ['a 1', 'b 1'],
    ],
    ['only the named one', [p('a', '1'), p('b', '1')], [], ['b'], ['b 1']],
    ['none with another readable version', [p('a', '1')], [p('a', '2')], 'any', []],
    [
      'one with only another readable architecture',
      [p('a', '1')],
      [p('a', '2', 'i686')],
      'any',
      ['a 1'],
    ],
    [
      'any of several versions side by side',
      [p('kernel', '1'), p('kernel', '2')],
      [p('kernel', '2'), p('kernel', '3')],
      ['kernel'],
      ['kernel 1'],
    ],
  ])('are %s', (_what, before, after, unreadable, expected) => {
    expect(
      carryOverUnreadable(before, after, unreadable).map((k) => `${k.name} ${k.version}`),
    ).toEqual(expected);
  });
});

describe('an unreadable entry', () => {
  it.each<[string, UnreadableEntries | undefined, UnreadableEntries | undefined]>([
    ['of dpkg with a name', parseDpkg('a1\t1\nb1:amd64\t\tamd64\n').unreadable, ['b1']],
    ['of dpkg that may be truncated', parseDpkg('a1\t1\nlibss\n').unreadable, 'any'],
    ['of dpkg with a damaged name', parseDpkg('a1\t1\nli\u0000\ufffd\t1\n').unreadable, 'any'],
    ['of rpm with a name', parseRpm('a\t\t1\t1\nb\t\t\t\n').unreadable, ['b']],
    ['of rpm that may be truncated', parseRpm('a\t\t1\t1\nb\n').unreadable, 'any'],
    ['of apk with a name', parseApk('P:a\nV:1\n\nP:b\n').unreadable, ['b']],
    ['of apk without one', parseApk('P:a\nV:1\n\nV:1\n').unreadable, 'any'],
    [
      'of pacman with a name',
      parsePacman('%NAME%\na\n\n%VERSION%\n1\n\n%NAME%\nb\n').unreadable,
      ['b'],
    ],
    [
      'of Windows without an update id',
      parseWindowsHotfixes('{"id":"KB1"}\n{"id":"File 1"}\n').unreadable,
      ['File 1'],
    ],
    ['is not reported for a readable list', parseDpkg('a1\t1\n').unreadable, undefined],
    [
      'is `any` after the maximum number of packages',
      parseDpkg('aa\t1\n'.repeat(100_001)).unreadable,
      'any',
    ],
  ])('%s', (_what, found, expected) => {
    expect(found).toEqual(expected);
  });
});
