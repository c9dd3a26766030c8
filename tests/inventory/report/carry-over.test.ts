import { describe, expect, it } from 'vitest';
import type { Versioned } from '../../../src/inventory/changes.js';
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

describe('of the packages before, what stays with unreadable entries', () => {
  it.each<[string, Versioned[], Versioned[], UnreadableEntries, string[]]>([
    ['nothing where all could be read', [p('a', '1')], [], [], []],
    [
      'all that are missing where no name can be made out',
      [p('a', '1'), p('b', '1'), p('c', '1')],
      [p('c', '1')],
      'any',
      ['a 1', 'b 1'],
    ],
    ['the named one alone', [p('a', '1'), p('b', '1')], [], ['b'], ['b 1']],
    ['none of which another version was read', [p('a', '1')], [p('a', '2')], 'any', []],
    [
      'one of which only another architecture was read',
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
  ])('is %s', (_what, before, after, unread, kept) => {
    expect(carryOverUnreadable(before, after, unread).map((k) => `${k.name} ${k.version}`)).toEqual(
      kept,
    );
  });
});

describe('an unreadable entry', () => {
  it.each<[string, UnreadableEntries | undefined, UnreadableEntries | undefined]>([
    ['of dpkg with a name', parseDpkg('a1\t1\nb1:amd64\t\tamd64\n').unreadable, ['b1']],
    ['of dpkg that may be half a name', parseDpkg('a1\t1\nlibss\n').unreadable, 'any'],
    ['of dpkg with a damaged name', parseDpkg('a1\t1\nli\u0000\ufffd\t1\n').unreadable, 'any'],
    ['of rpm with a name', parseRpm('a\t\t1\t1\nb\t\t\t\n').unreadable, ['b']],
    ['of rpm that may be half a name', parseRpm('a\t\t1\t1\nb\n').unreadable, 'any'],
    ['of apk with a name', parseApk('P:a\nV:1\n\nP:b\n').unreadable, ['b']],
    ['of apk without one', parseApk('P:a\nV:1\n\nV:1\n').unreadable, 'any'],
    [
      'of pacman with a name',
      parsePacman('%NAME%\na\n\n%VERSION%\n1\n\n%NAME%\nb\n').unreadable,
      ['b'],
    ],
    [
      'of Windows that is no update of its own',
      parseWindowsHotfixes('{"id":"KB1"}\n{"id":"File 1"}\n').unreadable,
      ['File 1'],
    ],
    ['is told of no list that was read whole', parseDpkg('a1\t1\n').unreadable, undefined],
    [
      'beyond the end of what is read is any',
      parseDpkg('aa\t1\n'.repeat(100_001)).unreadable,
      'any',
    ],
  ])('%s', (_what, found, expected) => {
    expect(found).toEqual(expected);
  });
});
