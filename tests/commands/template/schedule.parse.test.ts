import { describe, expect, it } from 'vitest';
import { parseSchedule } from '../../../src/commands/template/schedule.parse.js';
import { driftOf } from '../../../src/commands/template/schedule.text.js';
import { startsAfter } from '../../../src/schedules/recurrence.js';

const NOW = Date.UTC(2026, 10, 23, 12, 0) / 1000; // a Monday
const at = (iso: string): number => Date.parse(iso) / 1000;
const parse = (options: object, zone = 'UTC') => parseSchedule(options, NOW, zone);

describe('a schedule in words', () => {
  it.each([
    [{}, undefined],
    [{ every: '15m' }, { type: 1, recurrence: 15 }],
    [{ every: '90 minutes' }, { type: 1, recurrence: 90 }],
    [{ every: '6h' }, { type: 2, recurrence: 6 }],
    [{ every: 'day' }, { type: 3, recurrence: 1 }],
    [{ every: '2 weeks' }, { type: 4, recurrence: 2 }],
    [{ every: '3mo' }, { type: 5, recurrence: 3 }],
    [
      { every: '2d', at: '02:30' },
      { type: 3, recurrence: 2, start_time: at('2026-11-24T02:30Z') },
    ],
    [{ daily: '02:30' }, { type: 3, recurrence: 1, start_time: at('2026-11-24T02:30Z') }],
    [{ daily: '23:59' }, { type: 3, recurrence: 1, start_time: at('2026-11-23T23:59Z') }],
    [{ daily: '12:00' }, { type: 3, recurrence: 1, start_time: at('2026-11-24T12:00Z') }],
    [
      { daily: '02:30', timezone: 'Europe/Berlin' },
      { type: 3, recurrence: 1, start_time: at('2026-11-24T01:30Z') },
    ],
    [
      { daily: '02:30', start: '2027-03-28', timezone: 'Europe/Berlin' },
      { type: 3, recurrence: 1, start_time: '2027-03-28T02:30:00+01:00' },
    ],
    [
      { every: '2w', start: '2027-03-28 02:30', timezone: 'Europe/Berlin' },
      { type: 4, recurrence: 2, start_time: '2027-03-28T02:30:00+01:00' },
    ],
    [
      { weekly: 'sunday', at: '4:00' },
      { type: 4, recurrence: 1, start_time: at('2026-11-29T04:00Z') },
    ],
    [{ weekly: 'Mon 11:00' }, { type: 4, recurrence: 1, start_time: at('2026-11-30T11:00Z') }],
    [{ weekly: 'mon 13:00' }, { type: 4, recurrence: 1, start_time: at('2026-11-23T13:00Z') }],
    [
      { monthly: '1', at: '02:30' },
      { type: 5, recurrence: 1, start_time: at('2026-12-01T02:30Z') },
    ],
    [{ monthly: '31 02:30' }, { type: 5, recurrence: 1, start_time: at('2026-12-31T02:30Z') }],
    [
      { daily: '02:30', start: '2027-01-01' },
      { type: 3, recurrence: 1, start_time: at('2027-01-01T02:30Z') },
    ],
    [
      { every: '6h', start: '2027-01-01T08:00', timezone: 'Europe/Berlin' },
      { type: 2, recurrence: 6, start_time: at('2027-01-01T07:00Z') },
    ],
    [
      { every: '6h', start: '2027-01-01T08:00:00Z', until: '2027-01-31' },
      {
        type: 2,
        recurrence: 6,
        start_time: at('2027-01-01T08:00Z'),
        end_time: at('2027-02-01T00:00Z'),
      },
    ],
  ])('%j is %j', (options, schedule) => {
    expect(parse(options)).toEqual(schedule);
  });

  it.each([
    [{ every: 'fortnight' }, '--every must be like 15m'],
    [{ every: '0h' }, '--every must be like 15m'],
    [{ every: '15m', at: '02:30' }, '--at is for days'],
    [{ daily: '2' }, '--daily must be a time from 00:00 to 23:59'],
    [{ daily: '24:00' }, '--daily must be a time from 00:00 to 23:59'],
    [{ daily: '02:30', at: '03:00' }, 'leave out --at'],
    [{ weekly: 'sunday' }, 'add --at 02:30'],
    [{ weekly: 'su', at: '02:30' }, 'must name a day'],
    [{ weekly: 'sun 02:30', at: '02:30' }, 'a day and one time'],
    [{ monthly: '32', at: '02:30' }, 'from 1 to 31'],
    [{ daily: '02:30', every: '6h' }, '--every and --daily'],
    [{ daily: '02:30', timezone: 'Berlin' }, 'like Europe/Berlin'],
    [{ at: '02:30' }, '--at needs --every'],
    [{ until: '2027-01-01' }, '--until needs --every'],
    [{ daily: '02:30', start: 'tomorrow' }, '--start must be a date'],
    [{ daily: '02:30', start: '2027-02-30' }, '--start must be a date'],
    [{ daily: '02:30', until: '2026-01-01' }, '--until is before the first start'],
  ])('%j is rejected with a sentence', (options, message) => {
    expect(() => parse(options)).toThrow(message);
  });
});

describe('starts in another time zone than that of the service', () => {
  const startTime = at('2026-11-24T01:30:00Z'); // 02:30 in Berlin
  const starts = (zone: string) =>
    startsAfter({ type: 3, recurrence: 1, startTime, endTime: null }, NOW, zone, 366);

  it('move with the clock change', () => {
    expect(driftOf(starts('UTC'), 'Europe/Berlin')).toBe('2027-03-28 03:30');
  });

  it('do not move if the service plans in the same zone', () => {
    const times = starts('Europe/Berlin');
    expect(driftOf(times, 'Europe/Berlin')).toBeNull();
    expect(times).toContain(at('2027-03-28T01:30Z')); // 03:30, because 02:30 does not exist on this day
  });
});
