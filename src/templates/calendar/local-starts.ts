import { Temporal } from 'temporal-polyfill';
import { startsAfter, type ScheduleRule } from '../../schedules/recurrence.js';
import { unitOf } from '../../schedules/units.js';

/** A start with its local time in the zone of schedules. */
export interface LocalStart {
  /** Unix seconds */
  at: number;
  /** ISO 8601 with the offset of the zone: 2026-03-29T03:00:00+02:00 */
  local: string;
  /** the clock of the zone changed since the start before (of the first start: since `now`) */
  clock_change: 'forward' | 'backward' | null;
  /**
   * `skipped`: the clock change skips the local time of the schedule, so the start is moved forward. `repeated`:
   * the local time happens twice that day; the start is the first one.
   */
  local_time: 'normal' | 'skipped' | 'repeated';
}

/** Returns the next `count` starts after `now`, Unix seconds, with the clock changes of the zone marked. */
export function localStartsAfter(
  rule: ScheduleRule,
  now: number,
  zone: string,
  count: number,
): LocalStart[] {
  const anchor = toZoned(rule.startTime, zone);
  const isCalendar = unitOf(rule.type).isCalendar;
  let previous = toZoned(now, zone);
  return startsAfter(rule, now, zone, count).map((at) => {
    const zoned = toZoned(at, zone);
    const start = describeStart(zoned, previous, isCalendar ? anchor.toPlainTime() : null);
    previous = zoned;
    return { at, ...start };
  });
}

const toZoned = (seconds: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toZonedDateTimeISO(zone);

function describeStart(
  zoned: Temporal.ZonedDateTime,
  previous: Temporal.ZonedDateTime,
  expected: Temporal.PlainTime | null,
): Omit<LocalStart, 'at'> {
  const change = Math.sign(zoned.offsetNanoseconds - previous.offsetNanoseconds);
  return {
    local: zoned.toString({ timeZoneName: 'never', smallestUnit: 'second' }),
    clock_change: CHANGES[change + 1] ?? null,
    local_time: localTime(zoned, expected),
  };
}

const CHANGES = ['backward', null, 'forward'] as const;

function localTime(
  zoned: Temporal.ZonedDateTime,
  expected: Temporal.PlainTime | null,
): LocalStart['local_time'] {
  if (expected && !zoned.toPlainTime().equals(expected)) return 'skipped';
  const plain = zoned.toPlainDateTime();
  const [first, second] = (['earlier', 'later'] as const).map(
    (disambiguation) =>
      plain.toZonedDateTime(zoned.timeZoneId, { disambiguation }).epochMilliseconds,
  );
  return first === second ? 'normal' : 'repeated';
}
