import { describe, expect, it } from 'vitest';
import { rangeBounds, remembering } from '../../../src/feeds/load/range-keys.js';
import { versionKey } from '../../../src/versions/keys.js';

const NONE = {
  order: 'dpkg',
  introduced: null,
  fixed: null,
  lastAffected: null,
  state: 'fixed',
} as const;

/** Which of these versions lie in a range. */
function within(
  range: Partial<Parameters<typeof rangeBounds>[0]>,
  versions = ['1.0', '1.1', '1.1+b1', '1.2', '2:0'],
): string[] {
  const { lower, upper } = rangeBounds({ ...NONE, ...range }, versionKey);
  return versions.filter(
    (v) =>
      Buffer.compare(versionKey('dpkg', v), lower) >= 0 &&
      Buffer.compare(versionKey('dpkg', v), upper) < 0,
  );
}

describe('a range holds', () => {
  it.each([
    ['all versions where nothing is told', {}, ['1.0', '1.1', '1.1+b1', '1.2', '2:0']],
    ['those below the fixed one', { fixed: '1.1' }, ['1.0']],
    ['those up to the last affected one', { lastAffected: '1.1' }, ['1.0', '1.1']],
    ['those from the introduced one on', { introduced: '1.1', fixed: '1.2' }, ['1.1', '1.1+b1']],
    [
      'those after an introduced one that is itself left out',
      { introduced: '1.1', introducedExcluded: true, fixed: '1.2' },
      ['1.1+b1'],
    ],
    ['one version', { introduced: '1.1', lastAffected: '1.1' }, ['1.1']],
    ['none where it is not affected', { introduced: '1.0', state: 'not_affected' as const }, []],
  ])('%s', (_what, range, versions) => {
    expect(within(range)).toEqual(versions);
  });
});

it('keys are remembered by order and text, and not without end', () => {
  const made: string[] = [];
  const keyOf = remembering((order, text) => {
    made.push(`${order} ${text}`);
    return Buffer.from(text);
  }, 2);
  for (const text of ['a', 'a', 'b', 'c', 'd']) keyOf('dpkg', text);
  keyOf('rpm', 'a');
  expect(made).toEqual(['dpkg a', 'dpkg b', 'dpkg c', 'dpkg d', 'rpm a']);
});
