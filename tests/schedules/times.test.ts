import { describe, expect, it } from 'vitest';
import { parseTime } from '../../src/schedules/times.js';
import { isoTime } from '../../src/lib/times.js';

describe('parseTime', () => {
  it.each<[unknown, number]>([
    [0, 0],
    [-0, 0],
    [1_790_000_000, 1_790_000_000],
    ['1790000000', 1_790_000_000],
    ['0', 0],
    ['0001', 1],
    [99_999_999_999, 99_999_999_999],
    [1.79e9, 1_790_000_000],
    ['1970-01-01T00:00:00Z', 0],
    ['2026-11-21T19:00:00Z', 1_795_287_600],
    ['2026-11-21T20:00:00+01:00', 1_795_287_600],
    ['2026-11-21T14:00:00-05:00', 1_795_287_600],
    ['2026-11-22T00:45:00+0545', 1_795_287_600],
    ['2026-11-21T20:00+01', 1_795_287_600],
    ['2026-11-21t19:00:00z', 1_795_287_600],
    ['2026-11-21 19:00:00Z', 1_795_287_600],
    ['2026-11-21T19:00:00.000Z', 1_795_287_600],
    ['2026-11-21T19:00:00.999999999Z', 1_795_287_600],
    ['2028-02-29T00:00:00Z', 1_835_395_200],
    ['5138-11-16T09:46:39Z', 99_999_999_999],
  ])('parses %j to %d', (value, seconds) => {
    expect(parseTime(value)).toEqual({ ok: true, seconds });
  });

  it.each<[unknown, RegExp]>([
    [1e11, /milliseconds/],
    ['100000000000', /milliseconds/],
    [1_790_000_000_000, /milliseconds/],
    [Number.MAX_VALUE, /milliseconds/],
    ['99999999999999999999', /milliseconds/],
    [1.5, /whole number/],
    [Number.NaN, /whole number/],
    [Number.POSITIVE_INFINITY, /whole number/],
    [-1, /before 1970/],
    ['1969-12-31T23:59:59Z', /before 1970/],
    ['1970-01-01T00:59:59+01:00', /before 1970/],
    ['5138-11-16T09:46:40Z', /after the year 5137/],
    ['9999-12-31T23:59:59Z', /after the year 5137/],
    ['2026-11-21T19:00:00', /offset is missing/],
    ['2026-11-21 19:00', /offset is missing/],
    ['2026-02-30T00:00:00Z', /not a valid date/],
    ['2027-02-29T00:00:00Z', /not a valid date/],
    ['2026-11-21T24:00:00Z', /not a valid date/],
    ['2026-13-01T00:00:00Z', /not a valid date/],
    ['2026-11-21T19:00:00+25:00', /not a valid date/],
    ['', /Unix seconds, or ISO/],
    [' 1790000000', /Unix seconds, or ISO/],
    ['-5', /Unix seconds, or ISO/],
    ['1e9', /Unix seconds, or ISO/],
    ['1.5', /Unix seconds, or ISO/],
    ['１７９', /Unix seconds, or ISO/],
    ['0x10', /Unix seconds, or ISO/],
    ['2026-11-21', /Unix seconds, or ISO/],
    ['tomorrow', /Unix seconds, or ISO/],
    ['+002026-11-21T19:00:00Z', /Unix seconds, or ISO/],
    ['2026-11-21T19:00:00Z[Europe/Berlin]', /Unix seconds, or ISO/],
    ['2026-11-21T19:00:00Z\n', /Unix seconds, or ISO/],
    ['1'.repeat(100_000), /Unix seconds, or ISO/],
    [null, /Unix seconds, or ISO/],
    [true, /Unix seconds, or ISO/],
    [[1], /Unix seconds, or ISO/],
    [{}, /Unix seconds, or ISO/],
    [undefined, /Unix seconds, or ISO/],
  ])('rejects %j', (value, message) => {
    expect(parseTime(value)).toEqual({
      ok: false,
      message: expect.stringMatching(message) as string,
    });
  });

  it('parses the output of isoTime', () => {
    expect(isoTime(1_795_287_600)).toBe('2026-11-21T19:00:00Z');
    for (const seconds of [0, 1_795_287_600])
      expect(parseTime(isoTime(seconds))).toEqual({ ok: true, seconds });
  });
});
