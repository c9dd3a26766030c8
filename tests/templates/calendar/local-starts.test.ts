import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { MAX_TIME } from '../../../src/schedules/times.js';
import type { ScheduleType } from '../../../src/schedules/units.js';
import { median, plannedIn } from '../../../src/templates/calendar/calendar.js';
import { localStartsAfter } from '../../../src/templates/calendar/local-starts.js';

const at = (iso: string): number => Temporal.Instant.from(iso).epochMilliseconds / 1000;
const rule = (type: ScheduleType, start: string) => ({
  type,
  recurrence: 1,
  startTime: at(start),
  endTime: null,
});
const HOUR = 2;
const DAY = 3;

describe('localStartsAfter', () => {
  it.each<[string, ScheduleType, string, string, string[][]]>([
    [
      'marks a start whose local time a change to summer time skips',
      DAY,
      '2026-03-20T02:30:00+01:00',
      '2026-03-28T00:00:00Z',
      [
        ['2026-03-28T02:30:00+01:00', '', 'normal'],
        ['2026-03-29T03:30:00+02:00', 'forward', 'skipped'],
        ['2026-03-30T02:30:00+02:00', '', 'normal'],
      ],
    ],
    [
      'marks a start whose local time happens twice at the change back',
      DAY,
      '2026-10-20T02:30:00+02:00',
      '2026-10-24T00:00:00Z',
      [
        ['2026-10-24T02:30:00+02:00', '', 'normal'],
        ['2026-10-25T02:30:00+02:00', '', 'repeated'],
        ['2026-10-26T02:30:00+01:00', 'backward', 'normal'],
      ],
    ],
    [
      'compares the first start with the offset of now',
      DAY,
      '2026-03-20T12:00:00+01:00',
      '2026-03-28T23:00:00Z',
      [['2026-03-29T12:00:00+02:00', 'forward', 'normal']],
    ],
    [
      'never calls a start of an hourly schedule skipped',
      HOUR,
      '2026-03-20T02:30:00+01:00',
      '2026-03-29T00:00:00Z',
      [
        ['2026-03-29T01:30:00+01:00', '', 'normal'],
        ['2026-03-29T03:30:00+02:00', 'forward', 'normal'],
      ],
    ],
  ])('%s', (_, type, start, now, expected) => {
    const starts = localStartsAfter(rule(type, start), at(now), 'Europe/Berlin', expected.length);
    expect(starts.map((s) => [s.local, s.clock_change ?? '', s.local_time])).toEqual(expected);
    expect(starts.map((s) => s.at)).toEqual(expected.map(([local]) => at(local ?? '')));
  });
});

describe('plannedIn', () => {
  const daily = rule(DAY, '2026-01-01T12:00:00Z');
  const day = (n: number): number => at('2026-01-01T12:00:00Z') + n * 86_400;

  it.each<[string, { from: number; to: number }, number, number[]]>([
    ['includes its begin and not its end', { from: day(3), to: day(5) }, day(0), [day(3), day(4)]],
    ['contains no start up to now', { from: day(0), to: day(4) }, day(2), [day(3)]],
    ['is empty in the past', { from: day(0), to: day(4) }, day(9), []],
    ['ends at the limit', { from: day(3), to: MAX_TIME }, day(0), [day(3), day(4), day(5)]],
  ])('%s', (_, range, now, expected) => {
    expect(plannedIn(daily, range, { now, zone: 'UTC', limit: 3 })).toEqual(expected);
  });

  it('respects the end of the schedule', () => {
    const ending = { ...daily, endTime: day(4) };
    const options = { now: day(0), zone: 'UTC', limit: 9 };
    expect(plannedIn(ending, { from: day(3), to: day(9) }, options)).toEqual([day(3), day(4)]);
  });
});

describe('median', () => {
  it.each<[number[], number | null]>([
    [[], null],
    [[7], 7],
    [[9, 1, 5], 5],
    [[1, 2, 10, 20], 6],
  ])('of %j is %j', (values, expected) => {
    expect(median(values)).toBe(expected);
  });
});
