import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isUnparsable,
  toFixRanges,
  withUnparsable,
  withLaterVersion,
  type Fix,
} from '../../../src/feeds/formats/secdb.fixes.js';
import { rangeBounds } from '../../../src/feeds/load/records/range-keys.js';
import { hasApkOrder } from '../../../src/versions/apk.js';
import { versionKey } from '../../../src/versions/keys.js';
import { compareVersions } from '../../../src/versions/versions.js';

const PACKAGE = { ecosystem: 'Alpine:v3.8', kind: 'source', name: 'xz' } as const;

const createFix = (versions: readonly string[]): Fix =>
  versions.reduce<Fix | undefined>(
    (fix, version) =>
      hasApkOrder(version) ? withLaterVersion(fix, version) : withUnparsable(fix, version),
    undefined,
  ) ?? { version: null, unparsable: null };

/** Returns the state of an installed version and its fix; '': not affected. */
function matchInstalled(versions: readonly string[], installed: string): string {
  const key = versionKey('apk', installed);
  const hits = toFixRanges(PACKAGE, createFix(versions)).filter((range) => {
    const { lower, upper } = rangeBounds(range, versionKey);
    return Buffer.compare(key, lower) >= 0 && Buffer.compare(key, upper) < 0;
  });
  expect(hits.length).toBeLessThanOrEqual(1);
  return hits.map(({ state, fixed }) => `${state} ${fixed}`).join();
}

describe('a fix with an invalid apk version', () => {
  // Versions that Alpine published, and installed versions near each.
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
    // With another version for the same vulnerability.
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
  ])('matches the fix %j and the installed version %s: %j', (versions, installed, expected) => {
    expect(matchInstalled(versions, installed)).toBe(expected);
  });

  // Every reading of an invalid version starts with its numbers. The result must hold for each of these versions.
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
  const invalidTail = fc.constantFrom(
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

  it('matches a version as affected or fixed only if every reading of it agrees', () => {
    fc.assert(
      fc.property(
        numbers,
        invalidTail,
        tail.filter((t) => hasApkOrder(`1${t}`)),
        version,
        (start, end, intendedTail, installed) => {
          const published = `${start}${end}`;
          const intended = `${start}${intendedTail}`;
          fc.pre(!hasApkOrder(published) && hasApkOrder(intended));
          expect(isUnparsable(published)).toBe(true);
          const isAffected = compareVersions('apk', installed, intended) < 0;
          const match = matchInstalled([published], installed);
          if (match.startsWith('fixed')) expect(isAffected).toBe(true);
          if (match === '') expect(isAffected).toBe(false);
        },
      ),
      { numRuns: 5000 },
    );
  });

  it('leaves only versions that start with the same numbers undetermined', () => {
    fc.assert(
      fc.property(numbers, invalidTail, version, (start, end, installed) => {
        fc.pre(!hasApkOrder(`${start}${end}`));
        if (matchInstalled([`${start}${end}`], installed).startsWith('undetermined'))
          expect(/^[\d.]+/.exec(installed)?.[0].replace(/^0+(?=\d)/, '')).toMatch(
            new RegExp(`^${start.replace(/^0+(?=\d)/, '').replaceAll('.', '\\.')}(?!\\d)`),
          );
      }),
      { numRuns: 2000 },
    );
  });

  it('is used only if it starts with numbers and names one version', () => {
    expect(
      ['4.8.0.-r1', '10.0.11-0', '2021-03-27-r5', '1.2_foo'].filter(isUnparsable),
    ).toHaveLength(4);
    expect(
      ['v1.2', '', '1.2,1.3', '1.2 1.3', '<1.2', '1.2/1.3', 'all'].filter(isUnparsable),
    ).toEqual([]);
  });
});
