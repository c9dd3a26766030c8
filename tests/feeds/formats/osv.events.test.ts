import { describe, expect, it } from 'vitest';
import { parseSpans, type VersionSpan } from '../../../src/feeds/formats/osv.events.js';

const span = (
  introduced: string | null,
  fixed: string | null = null,
  lastAffected: string | null = null,
): VersionSpan => ({ introduced, fixed, lastAffected });

describe('the events of a range', () => {
  const cases: [string, unknown[], VersionSpan[]][] = [
    ['a fix of all earlier versions', [{ introduced: '0' }, { fixed: '2' }], [span(null, '2')]],
    ['no fix', [{ introduced: '0' }], [span(null)]],
    ['a start without an end', [{ introduced: '1.2' }], [span('1.2')]],
    [
      'a last affected version',
      [{ introduced: '1' }, { last_affected: '1.5' }],
      [span('1', null, '1.5')],
    ],
    [
      'a single version',
      [{ introduced: '1.5' }, { last_affected: '1.5' }],
      [span('1.5', null, '1.5')],
    ],
    [
      'two spans',
      [{ introduced: '1' }, { fixed: '1.5' }, { introduced: '2' }, { fixed: '2.5' }],
      [span('1', '1.5'), span('2', '2.5')],
    ],
    [
      'events in any order',
      [{ fixed: '1.10' }, { introduced: '1.9' }, { fixed: '1.2' }, { introduced: '0' }],
      [span(null, '1.2'), span('1.9', '1.10')],
    ],
    [
      'a second fix after the first, which is ignored',
      [{ introduced: '0' }, { fixed: '1' }, { fixed: '2' }],
      [span(null, '1')],
    ],
    [
      'a second start inside a span, which is ignored',
      [{ introduced: '0' }, { introduced: '1' }, { fixed: '2' }],
      [span(null, '2')],
    ],
    ['a limit of *, which is ignored', [{ introduced: '0' }, { limit: '*' }], [span(null)]],
    ['a limit', [{ introduced: '0' }, { limit: '3' }], [span(null, '3')]],
    [
      'the fixed version 0: never affected',
      [{ introduced: '0' }, { fixed: '0' }],
      [{ ...span(null, '0'), isUnaffected: true }],
    ],
  ];
  it.each(cases)('become spans: %s', (_name, events, expected) => {
    expect(parseSpans(events, 'dpkg')).toEqual(expected);
  });

  it('are sorted by the version order of the ecosystem: ~ is older', () => {
    expect(parseSpans([{ introduced: '1.0~rc1' }, { fixed: '1.0' }], 'dpkg')).toEqual([
      span('1.0~rc1', '1.0'),
    ]);
  });
});

describe('invalid events of a range', () => {
  const cases: [string, unknown, string][] = [
    ['no events', [], 'range without an introduced event'],
    ['no list', 'x', 'range without an introduced event'],
    ['a fix alone', [{ fixed: '1' }], 'range without an introduced event'],
    [
      'a fix before the start',
      [{ introduced: '2.0' }, { fixed: '1.0' }],
      'range end precedes its start',
    ],
    ['a fix at the start', [{ introduced: '2.0' }, { fixed: '2.0' }], 'range end equals its start'],
    ['a number', [{ introduced: 0 }], 'version is missing or not a string'],
    ['an empty version', [{ introduced: '' }], 'version is missing or not a string'],
    ['a space', [{ introduced: '0' }, { fixed: '1 2' }], 'version contains invalid characters'],
    [
      'control characters',
      [{ introduced: '0' }, { fixed: '1\u0000' }],
      'version contains invalid characters',
    ],
    ['a long version', [{ introduced: '0' }, { fixed: '1'.repeat(300) }], 'version is too long'],
    ['two kinds in one event', [{ introduced: '0', fixed: '1' }], 'invalid event'],
    ['an unknown event', [{ introduced: '0' }, { unknown: '1' }], 'invalid event'],
    [
      'too many events',
      Array.from({ length: 10_001 }, () => ({ introduced: '0' })),
      'too many events',
    ],
  ];
  it.each(cases)('are rejected: %s', (_name, events, expected) => {
    expect(parseSpans(events, 'dpkg')).toBe(expected);
  });

  it('are rejected: an invalid apk version', () => {
    expect(parseSpans([{ introduced: '0' }, { fixed: '4.8.0.-r1' }], 'apk')).toBe(
      'invalid apk version',
    );
  });
});
