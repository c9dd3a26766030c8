import { describe, expect, it } from 'vitest';
import { backoffMs, parseRetryAfter } from '../../../src/platform/http/retry-delay.js';

const NOW = Date.parse('2026-11-27T12:00:00Z');

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    ['120', 120_000],
    [' 7 ', 7000],
    ['999999', 3_600_000],
    ['99999999999999999999999', 3_600_000],
    ['Fri, 27 Nov 2026 12:00:30 GMT', 30_000],
    ['Friday, 27-Nov-26 12:01:00 GMT', 60_000],
    ['Fri Nov 27 12:02:00 2026', 120_000],
    ['Fri, 27 Nov 2026 11:00:00 GMT', 0],
    ['Fri, 27 Nov 2099 12:00:00 GMT', 3_600_000],
    ['-5', null],
    ['1.5', null],
    ['soon', null],
    ['2026', 2_026_000],
    ['', null],
    [undefined, null],
  ])('%j is a wait of %j ms', (header, ms) => {
    expect(parseRetryAfter(header, NOW)).toBe(ms);
  });
});

it('waits longer after each failure, and not the same time everywhere', () => {
  expect([1, 2, 3].map((failures) => backoffMs(failures, 0.5))).toEqual([2000, 6000, 18_000]);
  expect([0, 0.99].map((random) => backoffMs(1, random))).toEqual([1000, 2980]);
});
