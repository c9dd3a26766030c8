import { describe, expect, it } from 'vitest';
import { memoizeVersionKeys, rangeBounds } from '../../../../src/feeds/load/records/range-keys.js';
import { versionKey } from '../../../../src/versions/keys.js';

const UNBOUNDED = {
  order: 'dpkg',
  introduced: null,
  fixed: null,
  lastAffected: null,
  state: 'fixed',
} as const;

/** Returns the versions that are in a range. */
function versionsIn(
  range: Partial<Parameters<typeof rangeBounds>[0]>,
  versions = ['1.0', '1.1', '1.1+b1', '1.2', '2:0'],
): string[] {
  const { lower, upper } = rangeBounds({ ...UNBOUNDED, ...range }, versionKey);
  return versions.filter(
    (v) =>
      Buffer.compare(versionKey('dpkg', v), lower) >= 0 &&
      Buffer.compare(versionKey('dpkg', v), upper) < 0,
  );
}

describe('the keys of a version range', () => {
  it.each([
    ['all versions of a range without bounds', {}, ['1.0', '1.1', '1.1+b1', '1.2', '2:0']],
    ['versions before the fixed version', { fixed: '1.1' }, ['1.0']],
    [
      'versions up to and including the last affected version',
      { lastAffected: '1.1' },
      ['1.0', '1.1'],
    ],
    [
      'versions from the introduced version on',
      { introduced: '1.1', fixed: '1.2' },
      ['1.1', '1.1+b1'],
    ],
    [
      'versions after an excluded introduced version',
      { introduced: '1.1', introducedExcluded: true, fixed: '1.2' },
      ['1.1+b1'],
    ],
    ['a single version', { introduced: '1.1', lastAffected: '1.1' }, ['1.1']],
    [
      'no version of a range that is not affected',
      { introduced: '1.0', state: 'not_affected' as const },
      [],
    ],
  ])('include %s', (_what, range, versions) => {
    expect(versionsIn(range)).toEqual(versions);
  });
});

it('memoizes keys by version order and version, up to a limit', () => {
  const computed: string[] = [];
  const keyOf = memoizeVersionKeys((order, text) => {
    computed.push(`${order} ${text}`);
    return Buffer.from(text);
  }, 2);
  for (const text of ['a', 'a', 'b', 'c', 'd']) keyOf('dpkg', text);
  keyOf('rpm', 'a');
  expect(computed).toEqual(['dpkg a', 'dpkg b', 'dpkg c', 'dpkg d', 'rpm a']);
});
