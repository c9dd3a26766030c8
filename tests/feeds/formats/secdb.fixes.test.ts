import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isUnparseable,
  toFixRanges,
  withUnparseable,
  withLaterVersion,
  type Fix,
} from '../../../src/feeds/formats/secdb.fixes.js';
import { rangeBounds } from '../../../src/feeds/load/range-keys.js';
import { hasApkOrder } from '../../../src/versions/apk.js';
import { versionKey } from '../../../src/versions/keys.js';
import { compareVersions } from '../../../src/versions/versions.js';

const PLACE = { ecosystem: 'Alpine:v3.8', kind: 'source', name: 'xz' } as const;

const fixOf = (told: readonly string[]): Fix =>
  told.reduce<Fix | undefined>(
    (fix, version) =>
      hasApkOrder(version) ? withLaterVersion(fix, version) : withUnparseable(fix, version),
    undefined,
  ) ?? { version: null, unparseable: null };

/** What is said of an installed version: '' where it is not affected. */
function said(told: readonly string[], installed: string): string {
  const key = versionKey('apk', installed);
  const hits = toFixRanges(PLACE, fixOf(told)).filter((range) => {
    const { lower, upper } = rangeBounds(range, versionKey);
    return Buffer.compare(key, lower) >= 0 && Buffer.compare(key, upper) < 0;
  });
  expect(hits.length).toBeLessThanOrEqual(1);
  return hits.map(({ state, fixed }) => `${state} ${fixed}`).join();
}

describe('a fix whose version has no place in the order', () => {
  // Versions that Alpine published, and around each what was installed.
  it.each([
    [['4.8.0.-r1'], '4.7.9-r3', 'fixed 4.8.0.-r1'],
    [['4.8.0.-r1'], '4.8.0-r0', 'undetermined 4.8.0.-r1'],
    [['4.8.0.-r1'], '4.8.0-r1', 'undetermined 4.8.0.-r1'],
    [['4.8.0.-r1'], '4.8.0_rc1-r0', 'undetermined 4.8.0.-r1'],
    [['4.8.0.-r1'], '4.8.1-r0', ''],
    [['4.8.0.-r1'], '4.10.0-r0', ''],
    [['0.8.21.r2'], '0.8.20-r9', 'fixed 0.8.21.r2'],
    [['0.8.21.r2'], '0.8.21-r5', 'undetermined 0.8.21.r2'],
    [['0.8.21.r2'], '0.8.22-r0', ''],
    [['1.11-20-r0'], '1.10.99-r0', 'fixed 1.11-20-r0'],
    [['1.11-20-r0'], '1.11.20-r0', 'undetermined 1.11-20-r0'],
    [['1.11-20-r0'], '1.12-r0', ''],
    [['57-1-r2'], '56.1-r0', 'fixed 57-1-r2'],
    [['57-1-r2'], '57.1-r2', 'undetermined 57-1-r2'],
    [['57-1-r2'], '570.1-r0', ''],
    [['10.0.11-0'], '10.0.11-r0', 'undetermined 10.0.11-0'],
    [['2021-03-27-r5'], '2020.11.08-r0', 'fixed 2021-03-27-r5'],
    [['2021-03-27-r5'], '2024.01.13-r0', ''],
    // Where another version is told of the same flaw.
    [['0', '4.8.0.-r1'], '4.7-r0', 'fixed 4.8.0.-r1'],
    [['4.7-r0', '4.8.0.-r1'], '4.7-r0', 'fixed 4.8.0.-r1'],
    [['4.8.0.-r1', '4.9-r0'], '4.8.5-r0', 'fixed 4.9-r0'],
    [['4.8.0.-r1', '4.9-r0'], '4.9-r0', ''],
    [['4.8.0-r4', '4.8.0.-r1'], '4.8.0-r3', 'fixed 4.8.0-r4'],
    [['4.8.0-r4', '4.8.0.-r1'], '4.8.0-r4', 'undetermined 4.8.0.-r1'],
    [['4.8.0-r4', '4.8.0.-r1'], '4.8.1-r0', ''],
    [['1.11-20-r0', '1.11.3.-r0'], '1.11.9-r0', 'undetermined 1.11-20-r0'],
    [['1.11.3.-r0', '1.11-20-r0'], '1.11.9-r0', 'undetermined 1.11-20-r0'],
    [['1.11.3.-r0', '1.12.3.-r0'], '1.11.3-r0', 'fixed 1.12.3.-r0'],
  ])('%j against %s: %s', (told, installed, expected) => {
    expect(said(told, installed)).toBe(expected);
  });

  // However a slip is read, the version that was meant begins with its numbers; whatever is said must hold for each of them.
  const number = fc.constantFrom('0', '1', '2', '9', '10', '11', '100', '05');
  const numbers = fc.array(number, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('.'));
  const tail = fc
    .array(
      fc.constantFrom(
        '.1',
        '.10',
        '.05',
        '_rc1',
        '_alpha',
        '_alpha_pre2',
        '_p2',
        'b',
        'p1',
        '-r0',
        '-r9',
        '~0a',
      ),
      { maxLength: 3 },
    )
    .map((parts) => parts.join(''));
  const version = fc
    .tuple(numbers, tail)
    .map((parts) => parts.join(''))
    .filter(hasApkOrder);
  const slip = fc.constantFrom(
    '.',
    '.-r1',
    '.r2',
    '-1-r2',
    '-0',
    'r-r1',
    '-r',
    '-r1-r2',
    '_foo',
    'bc-r0',
    '__p1',
  );

  it('is told so that nothing is called affected or mended that any reading of it denies', () => {
    fc.assert(
      fc.property(
        numbers,
        slip,
        tail.filter((t) => hasApkOrder(`1${t}`)),
        version,
        (begin, end, meantTail, installed) => {
          const told = `${begin}${end}`;
          const meant = `${begin}${meantTail}`;
          fc.pre(!hasApkOrder(told) && hasApkOrder(meant));
          expect(isUnparseable(told)).toBe(true);
          const isAffected = compareVersions('apk', installed, meant) < 0;
          const words = said([told], installed);
          if (words.startsWith('fixed')) expect(isAffected).toBe(true);
          if (words === '') expect(isAffected).toBe(false);
        },
      ),
      { numRuns: 5000 },
    );
  });

  it('is told of few: only what begins with the same numbers is left open', () => {
    fc.assert(
      fc.property(numbers, slip, version, (begin, end, installed) => {
        fc.pre(!hasApkOrder(`${begin}${end}`));
        if (said([`${begin}${end}`], installed).startsWith('undetermined'))
          expect(/^[\d.]+/.exec(installed)?.[0].replace(/^0+(?=\d)/, '')).toMatch(
            new RegExp(`^${begin.replace(/^0+(?=\d)/, '').replaceAll('.', '\\.')}(?!\\d)`),
          );
      }),
      { numRuns: 2000 },
    );
  });

  it('counts only where it begins with numbers and names one version', () => {
    expect(
      ['4.8.0.-r1', '10.0.11-0', '2021-03-27-r5', '1.2_foo'].filter(isUnparseable),
    ).toHaveLength(4);
    expect(
      ['v1.2', '', '1.2,1.3', '1.2 1.3', '<1.2', '1.2/1.3', 'all'].filter(isUnparseable),
    ).toEqual([]);
  });
});
