import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import {
  isExpired,
  missedBetween,
  nextStart,
  startsAfter,
  type ScheduleRule,
} from '../../src/schedules/recurrence.js';
import { MAX_TIME } from '../../src/schedules/times.js';
import { SCHEDULE_UNITS, unitOf, type ScheduleType } from '../../src/schedules/units.js';
import { isoTime } from '../../src/lib/times.js';

const MINUTE = 1;
const HOUR = 2;
const DAY = 3;
const WEEK = 4;
const MONTH = 5;
const at = (iso: string): number => Temporal.Instant.from(iso).epochMilliseconds / 1000;
const rule = (
  type: ScheduleType,
  recurrence: number,
  start: string,
  end: string | null = null,
): ScheduleRule => ({
  type,
  recurrence,
  startTime: at(start),
  endTime: end === null ? null : at(end),
});
const starts = (r: ScheduleRule, after: string, zone: string, count: number): string[] =>
  startsAfter(r, at(after), zone, count).map(isoTime);

/** Lists the starts one by one from the first, with plain calendar arithmetic. */
function listStarts(r: ScheduleRule, zone: string, until: number): number[] {
  const found = new Set<number>();
  const anchor = Temporal.Instant.fromEpochMilliseconds(r.startTime * 1000).toZonedDateTimeISO(
    zone,
  );
  for (let k = 0, time = r.startTime; time <= until; k += 1) {
    const steps = k * r.recurrence;
    if (r.type === MINUTE || r.type === HOUR) time = r.startTime + steps * unitOf(r.type).seconds;
    else if (k > 0)
      time =
        anchor
          .toPlainDateTime()
          .add({ [`${unitOf(r.type).name}s`]: steps })
          .toZonedDateTime(zone).epochMilliseconds / 1000;
    if (time <= until && (r.endTime === null || time <= r.endTime)) found.add(time);
  }
  return [...found];
}

describe('startsAfter', () => {
  it.each<[string, ScheduleRule, string, string, string[]]>([
    [
      'counts every 15 minutes',
      rule(MINUTE, 15, '2026-01-01T00:00:07Z'),
      '2026-01-01T00:29:00Z',
      'UTC',
      ['2026-01-01T00:30:07Z', '2026-01-01T00:45:07Z'],
    ],
    [
      'returns starts strictly after the given time',
      rule(HOUR, 1, '2026-01-01T00:00:00Z'),
      '2026-01-01T05:00:00Z',
      'UTC',
      ['2026-01-01T06:00:00Z', '2026-01-01T07:00:00Z'],
    ],
    [
      'starts first at startTime itself',
      rule(DAY, 1, '2026-05-01T10:00:00Z'),
      '2020-01-01T00:00:00Z',
      'UTC',
      ['2026-05-01T10:00:00Z', '2026-05-02T10:00:00Z'],
    ],
    [
      'keeps hours exact across a clock change',
      rule(HOUR, 24, '2026-03-28T01:30:00Z'),
      '2026-03-28T12:00:00Z',
      'Europe/Berlin',
      ['2026-03-29T01:30:00Z', '2026-03-30T01:30:00Z'],
    ],
    [
      'moves a skipped 02:30 in spring to 03:30, for one day',
      rule(DAY, 1, '2026-03-01T02:30:00+01:00'),
      '2026-03-28T02:00:00Z',
      'Europe/Berlin',
      ['2026-03-29T01:30:00Z', '2026-03-30T00:30:00Z'],
    ],
    [
      'moves a first start that the clocks skip, and no other',
      { ...rule(DAY, 1, '2027-03-28T03:30:00+02:00'), localTime: '02:30' },
      '2027-03-27T12:00:00Z',
      'Europe/Berlin',
      ['2027-03-28T01:30:00Z', '2027-03-29T00:30:00Z', '2027-03-30T00:30:00Z'],
    ],
    [
      'keeps 03:30 on the day of the change where 03:30 was asked for',
      { ...rule(DAY, 1, '2027-03-28T03:30:00+02:00'), localTime: '03:30' },
      '2027-03-28T12:00:00Z',
      'Europe/Berlin',
      ['2027-03-29T01:30:00Z'],
    ],
    [
      'ignores a local time that no clock change moved',
      { ...rule(WEEK, 1, '2027-03-29T03:30:00+02:00'), localTime: '02:30' },
      '2027-03-29T12:00:00Z',
      'Europe/Berlin',
      ['2027-04-05T01:30:00Z'],
    ],
    [
      'moves a first start in a gap over midnight, and no other (Nuuk)',
      { ...rule(DAY, 1, '2026-03-29T00:30:00-01:00'), localTime: '23:30' },
      '2026-03-27T12:00:00Z',
      'America/Nuuk',
      ['2026-03-29T01:30:00Z', '2026-03-30T00:30:00Z', '2026-03-31T00:30:00Z'],
    ],
    [
      'moves a first start of months that the clocks skip, and no other (half an hour, Lord Howe)',
      { ...rule(MONTH, 1, '2026-10-04T02:45:00+11:00'), localTime: '02:15' },
      '2026-10-01T12:00:00Z',
      'Australia/Lord_Howe',
      ['2026-10-03T15:45:00Z', '2026-11-03T15:15:00Z'],
    ],
    [
      'starts once at a repeated 02:30 in autumn, the first time',
      rule(DAY, 1, '2026-10-01T02:30:00+02:00'),
      '2026-10-24T12:00:00Z',
      'Europe/Berlin',
      ['2026-10-25T00:30:00Z', '2026-10-26T01:30:00Z'],
    ],
    [
      'keeps a first start in the second repeated hour',
      rule(DAY, 1, '2026-10-25T02:30:00+01:00'),
      '2026-10-25T00:00:00Z',
      'Europe/Berlin',
      ['2026-10-25T01:30:00Z', '2026-10-26T01:30:00Z'],
    ],
    [
      'keeps 02:00 local time in New York',
      rule(DAY, 7, '2026-02-28T02:00:00-05:00'),
      '2026-03-01T12:00:00Z',
      'America/New_York',
      ['2026-03-07T07:00:00Z', '2026-03-14T06:00:00Z'],
    ],
    [
      'supports a half-hour clock change (Lord Howe)',
      rule(DAY, 1, '2026-10-03T02:15:00+10:30'),
      '2026-10-03T00:00:00Z',
      'Australia/Lord_Howe',
      ['2026-10-03T15:45:00Z', '2026-10-04T15:15:00Z'],
    ],
    [
      'supports a gap over midnight (Nuuk)',
      rule(DAY, 1, '2026-03-26T23:30:00-02:00'),
      '2026-03-28T12:00:00Z',
      'America/Nuuk',
      ['2026-03-29T01:30:00Z', '2026-03-30T00:30:00Z'],
    ],
    [
      'finds the moved start from a time after midnight (Nuuk)',
      rule(DAY, 1, '2026-03-26T23:30:00-02:00'),
      '2026-03-29T01:10:00Z',
      'America/Nuuk',
      ['2026-03-29T01:30:00Z', '2026-03-30T00:30:00Z'],
    ],
    [
      'moves a day that a zone skipped to the next, once',
      rule(DAY, 1, '2011-12-28T10:00:00-10:00'),
      '2011-12-29T12:00:00-10:00',
      'Pacific/Apia',
      ['2011-12-30T20:00:00Z', '2011-12-31T20:00:00Z'],
    ],
    [
      'moves the 31st to the last day of a month without drift',
      rule(MONTH, 1, '2026-01-31T12:00:00Z'),
      '2026-01-31T12:00:00Z',
      'UTC',
      [
        '2026-02-28T12:00:00Z',
        '2026-03-31T12:00:00Z',
        '2026-04-30T12:00:00Z',
        '2026-05-31T12:00:00Z',
      ],
    ],
    [
      'repeats 29 February every 12 months',
      rule(MONTH, 12, '2024-02-29T12:00:00Z'),
      '2024-03-01T00:00:00Z',
      'UTC',
      [
        '2025-02-28T12:00:00Z',
        '2026-02-28T12:00:00Z',
        '2027-02-28T12:00:00Z',
        '2028-02-29T12:00:00Z',
      ],
    ],
    [
      'counts months in the local calendar',
      rule(MONTH, 1, '2026-01-31T23:30:00-05:00'),
      '2026-02-01T12:00:00Z',
      'America/New_York',
      ['2026-03-01T04:30:00Z', '2026-04-01T03:30:00Z'],
    ],
    [
      'counts every second week',
      rule(WEEK, 2, '2026-01-05T08:00:00+01:00'),
      '2026-03-20T00:00:00Z',
      'Europe/Berlin',
      ['2026-03-30T06:00:00Z', '2026-04-13T06:00:00Z'],
    ],
  ])('%s', (_name, r, after, zone, expected) => {
    expect(starts(r, after, zone, expected.length)).toEqual(expected);
  });

  it('includes a start exactly at endTime and none after it', () => {
    const r = rule(HOUR, 1, '2026-01-01T00:00:00Z', '2026-01-01T03:00:00Z');
    expect(starts(r, '2026-01-01T01:30:00Z', 'UTC', 10)).toEqual([
      '2026-01-01T02:00:00Z',
      '2026-01-01T03:00:00Z',
    ]);
    expect(nextStart(r, at('2026-01-01T03:00:00Z'), 'UTC')).toBeNull();
    expect(
      nextStart(
        rule(HOUR, 1, '2026-01-01T00:00:00Z', '2026-01-01T02:59:59Z'),
        at('2026-01-01T02:00:00Z'),
        'UTC',
      ),
    ).toBeNull();
  });

  it('is expired only after endTime', () => {
    const r = rule(HOUR, 1, '2026-01-01T00:00:00Z', '2026-01-01T03:00:00Z');
    expect(
      [at('2026-01-01T03:00:00Z'), at('2026-01-01T03:00:01Z')].map((now) => isExpired(r, now)),
    ).toEqual([false, true]);
    expect(isExpired({ ...r, endTime: null }, MAX_TIME)).toBe(false);
  });

  it('plans nothing after the year 9999, and does not fail there', () => {
    for (const type of SCHEDULE_UNITS.map((u) => u.type)) {
      expect(
        nextStart(
          { type, recurrence: 10_000, startTime: 0, endTime: null },
          MAX_TIME,
          'Europe/Berlin',
        ),
      ).toBeNull();
      expect(
        startsAfter(
          { type, recurrence: 10_000, startTime: 0, endTime: null },
          MAX_TIME - 1,
          'Europe/Berlin',
          3,
        ),
      ).toEqual([]);
    }
    expect(startsAfter(rule(MONTH, 10_000, '1970-01-01T00:00:00Z'), 0, 'UTC', 1000)).toHaveLength(
      9,
    );
  });
});

describe('schedules over a simulated year with clock changes', () => {
  const local = (zone: string, seconds: number): string =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    }).format(seconds * 1000);
  const from = at('2026-01-01T00:00:00Z');
  const until = at('2027-01-01T00:00:00Z');

  it.each(['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/Nuuk'])(
    '%s: start daily at the same local time, once per day',
    (zone) => {
      for (const minute of [0, 15 * 60, 105, 135, 150, 180, 23 * 60 + 30]) {
        const startTime = at('2025-11-20T00:00:00Z') + minute * 60;
        const year = startsAfter(
          { type: DAY, recurrence: 1, startTime, endTime: null },
          from - 1,
          zone,
          366,
        ).filter((s) => s < until);
        const moved = year.filter((s) => local(zone, s) !== local(zone, startTime));
        expect([365, 366]).toContain(year.length);
        expect(moved.length).toBeLessThanOrEqual(1);
      }
    },
  );

  it.each(['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'])(
    '%s: start at exact intervals of minutes and hours all year',
    (zone) => {
      for (const [type, recurrence, period] of [
        [MINUTE, 37, 2220],
        [HOUR, 6, 21_600],
      ] as const) {
        const startTime = at('2025-06-01T02:17:23Z');
        const r: ScheduleRule = { type, recurrence, startTime, endTime: null };
        const first = nextStart(r, from - 1, zone) ?? Number.NaN;
        const year = Array.from(
          { length: Math.floor((until - first) / period) + 1 },
          (_, i) => first + i * period,
        );
        expect((first - startTime) % period).toBe(0);
        expect(year.map((start) => nextStart(r, start - 1, zone))).toEqual(year);
      }
    },
  );

  it.each(['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'])(
    '%s: start at the times of the calendar',
    (zone) => {
      for (const type of [DAY, WEEK, MONTH] as const) {
        const r: ScheduleRule = {
          type,
          recurrence: 1,
          startTime: at('2025-12-31T15:40:00Z'),
          endTime: null,
        };
        const met: number[] = [];
        for (
          let now: number | null = r.startTime - 1;
          now !== null && now <= until;
          now = nextStart(r, now, zone)
        )
          met.push(now);
        expect(met.slice(1)).toEqual(listStarts(r, zone, until));
      }
    },
  );
});

describe('arbitrary schedules', () => {
  const zones = fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'America/Nuuk',
    'America/Sao_Paulo',
    'Pacific/Apia',
    'Asia/Kathmandu',
  );
  const rules = fc
    .record({
      type: fc.constantFrom<ScheduleType>(1, 2, 3, 4, 5),
      recurrence: fc.integer({ min: 1, max: 90 }),
      startTime: fc.integer({ min: at('2009-01-01T00:00:00Z'), max: at('2013-01-01T00:00:00Z') }),
    })
    .map((r): ScheduleRule => ({ ...r, endTime: null }));
  const span = (r: ScheduleRule): number => r.recurrence * unitOf(r.type).seconds * 40;

  it('have the starts that a count from the first one returns', () => {
    fc.assert(
      fc.property(
        rules,
        zones,
        fc.double({ min: -0.1, max: 0.9, noNaN: true }),
        fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
        (r, zone, part, end) => {
          const after = Math.floor(r.startTime + span(r) * part);
          const limited = {
            ...r,
            endTime: end === null ? null : Math.floor(r.startTime + span(r) * end),
          };
          const expected = listStarts(limited, zone, r.startTime + span(r)).filter(
            (s) => s > after,
          );
          expect(startsAfter(limited, after, zone, expected.length)).toEqual(expected);
          expect(nextStart(limited, after, zone)).toBe(expected[0] ?? null);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('have strictly increasing starts that are found from the second before', () => {
    fc.assert(
      fc.property(
        rules,
        zones,
        fc.integer({ min: 0, max: at('2090-01-01T00:00:00Z') }),
        (r, zone, after) => {
          const next = nextStart(r, after, zone) ?? Number.NaN;
          expect(next).toBeGreaterThan(after);
          expect(nextStart(r, next - 1, zone)).toBe(next);
          expect(nextStart(r, next, zone)).toBeGreaterThan(next);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('count missed starts like a list of them', () => {
    fc.assert(
      fc.property(
        rules,
        fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'America/Nuuk'),
        fc.double({ min: -0.1, max: 1, noNaN: true }),
        fc.double({ min: -0.1, max: 1, noNaN: true }),
        (r, zone, a, b) => {
          const from = Math.floor(r.startTime + span(r) * a);
          const now = Math.floor(r.startTime + span(r) * b);
          const missed = listStarts(r, zone, now).filter((s) => s >= from);
          expect(missedBetween(r, from, now, zone)).toEqual({
            newest: missed.at(-1) ?? null,
            count: missed.length,
          });
        },
      ),
      { numRuns: 300 },
    );
  });

  it('find starts without iterating over decades of minutes', () => {
    const r: ScheduleRule = { type: MINUTE, recurrence: 1, startTime: 1, endTime: null };
    expect(missedBetween(r, 0, MAX_TIME, 'Europe/Berlin')).toEqual({
      newest: MAX_TIME - 58,
      count: 4_223_371_680,
    });
    expect(nextStart(r, MAX_TIME - 60, 'Europe/Berlin')).toBe(MAX_TIME - 58);
  });
});
