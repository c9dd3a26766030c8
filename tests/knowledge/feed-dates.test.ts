import { describe, expect, it } from 'vitest';
import { dataDate, isStale } from '../../src/knowledge/feed-dates.js';

describe('the date of the data of a feed', () => {
  it.each([
    ['the time of its newest record', '2026-01-28T10:18:47Z', Date.UTC(2026, 0, 28, 10, 18, 47)],
    ['a label with a date', '2024.11.21', Date.UTC(2024, 10, 21)],
    ['a label with a name and a date', 'v2025.03.14 2025-04-01', Date.UTC(2025, 2, 14)],
  ])('is that of %s', (_what, version, expected) => {
    expect(dataDate(version)).toBe(Math.floor(expected / 1000));
  });

  it.each([null, '', 'v1', '20261301'])('is unknown for the version %j', (version) => {
    expect(dataDate(version)).toBeNull();
  });

  it('is stale after the given number of days, and never if it is unknown', () => {
    const day = 86_400;
    expect([isStale(0, 7 * day, 7), isStale(0, 7 * day + 1, 7), isStale(null, 8 * day, 7)]).toEqual(
      [false, true, false],
    );
  });
});
