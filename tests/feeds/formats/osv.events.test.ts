import { describe, expect, it } from 'vitest';
import { parseSpans, type VersionSpan } from '../../../src/feeds/formats/osv.events.js';

const span = (
  introduced: string | null,
  fixed: string | null = null,
  lastAffected: string | null = null,
): VersionSpan => ({ introduced, fixed, lastAffected });

describe('events of a range become spans', () => {
  const cases: [string, unknown[], VersionSpan[]][] = [
    ['from the beginning to a fix', [{ introduced: '0' }, { fixed: '2' }], [span(null, '2')]],
    ['without a fix', [{ introduced: '0' }], [span(null)]],
    ['from a version on', [{ introduced: '1.2' }], [span('1.2')]],
    [
      'up to a last affected one',
      [{ introduced: '1' }, { last_affected: '1.5' }],
      [span('1', null, '1.5')],
    ],
    [
      'one version alone',
      [{ introduced: '1.5' }, { last_affected: '1.5' }],
      [span('1.5', null, '1.5')],
    ],
    [
      'twice',
      [{ introduced: '1' }, { fixed: '1.5' }, { introduced: '2' }, { fixed: '2.5' }],
      [span('1', '1.5'), span('2', '2.5')],
    ],
    [
      'in the order of versions, however they are written',
      [{ fixed: '1.10' }, { introduced: '1.9' }, { fixed: '1.2' }, { introduced: '0' }],
      [span(null, '1.2'), span('1.9', '1.10')],
    ],
    [
      'a second fix after the first changes nothing',
      [{ introduced: '0' }, { fixed: '1' }, { fixed: '2' }],
      [span(null, '1')],
    ],
    [
      'a second beginning within changes nothing',
      [{ introduced: '0' }, { introduced: '1' }, { fixed: '2' }],
      [span(null, '2')],
    ],
    ['a limit of * is none', [{ introduced: '0' }, { limit: '*' }], [span(null)]],
    ['a limit ends', [{ introduced: '0' }, { limit: '3' }], [span(null, '3')]],
    [
      'fixed in 0 is never affected',
      [{ introduced: '0' }, { fixed: '0' }],
      [{ ...span(null, '0'), isUnaffected: true }],
    ],
  ];
  it.each(cases)('%s', (_name, events, expected) => {
    expect(parseSpans(events, 'dpkg')).toEqual(expected);
  });

  it('sorts by the order of the ecosystem: ~ is older', () => {
    expect(parseSpans([{ introduced: '1.0~rc1' }, { fixed: '1.0' }], 'dpkg')).toEqual([
      span('1.0~rc1', '1.0'),
    ]);
  });
});

describe('what can not be a range is told', () => {
  const cases: [string, unknown, string][] = [
    ['no events', [], 'a range without a beginning'],
    ['no list', 'x', 'a range without a beginning'],
    ['a fix alone', [{ fixed: '1' }], 'a range without a beginning'],
    [
      'the fix below the beginning',
      [{ introduced: '2.0' }, { fixed: '1.0' }],
      'a range that ends before it begins',
    ],
    [
      'the fix at the beginning',
      [{ introduced: '2.0' }, { fixed: '2.0' }],
      'a range that ends where it begins',
    ],
    ['a number', [{ introduced: 0 }], 'a version is no text'],
    ['an empty version', [{ introduced: '' }], 'a version is no text'],
    [
      'blanks',
      [{ introduced: '0' }, { fixed: '1 2' }],
      'a version holds blanks or other characters that none has',
    ],
    [
      'control characters',
      [{ introduced: '0' }, { fixed: '1\u0000' }],
      'a version holds blanks or other characters that none has',
    ],
    [
      'a version longer than any',
      [{ introduced: '0' }, { fixed: '1'.repeat(300) }],
      'a version is too long',
    ],
    ['two in one event', [{ introduced: '0', fixed: '1' }], 'an event that is none'],
    ['an unknown event', [{ introduced: '0' }, { mended: '1' }], 'an event that is none'],
    [
      'too many events',
      Array.from({ length: 10_001 }, () => ({ introduced: '0' })),
      'too many events',
    ],
  ];
  it.each(cases)('%s', (_name, events, expected) => {
    expect(parseSpans(events, 'dpkg')).toBe(expected);
  });

  it('an invalid version of apk', () => {
    expect(parseSpans([{ introduced: '0' }, { fixed: '4.8.0.-r1' }], 'apk')).toBe(
      'no valid apk version',
    );
  });
});
