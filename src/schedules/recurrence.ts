import { Temporal } from 'temporal-polyfill';
import { MAX_TIME } from './times.js';
import { unitOf, type ScheduleType } from './units.js';

/**
 * The starts of a schedule. Times are Unix seconds; `recurrence` is a number of units of `type`, at
 * least 1. `localTime` (HH:MM): the local time of the starts where a clock change moved `startTime`.
 */
export interface ScheduleRule {
  type: ScheduleType;
  recurrence: number;
  startTime: number;
  localTime?: string | null;
  endTime: number | null;
}

/**
 * The starts as a non-decreasing series: `at(k)` is start k, and `guess(time)` is the index of the first
 * start after `time`, or slightly less.
 */
interface Series {
  at: (k: number) => number;
  guess: (time: number) => number;
}

/**
 * Returns the first start strictly after `after` and not after `endTime`, or null. The cost does not
 * depend on the distance between `after` and `startTime`. Starts are at startTime + k units, k ≥ 0. Days,
 * weeks and months are steps of the calendar in `zone`: a local time that a clock change skips is moved
 * forward by the gap, a repeated one counts the first time, and a day that a month lacks becomes its last
 * day. Start 0 is `startTime` itself.
 */
export function nextStart(rule: ScheduleRule, after: number, zone: string): number | null {
  return startsAfter(rule, after, zone, 1)[0] ?? null;
}

/** Returns the next `count` starts after `after`, ascending and distinct; fewer if the schedule ends before. */
export function startsAfter(
  rule: ScheduleRule,
  after: number,
  zone: string,
  count: number,
): number[] {
  const end = lastTime(rule);
  if (after >= end) return [];
  const series = seriesOf(rule, zone);
  const starts: number[] = [];
  let previous = after;
  for (let k = firstAfter(series, after); starts.length < count; k += 1) {
    const start = series.at(k);
    if (start > end) break;
    if (start > previous) starts.push(start); // a skipped local day becomes the next day (Pacific/Apia, 2011-12-30)
    previous = start;
  }
  return starts;
}

/**
 * Returns the number of starts from `fromDue` to `now`, both included, and not after `endTime`, and the
 * newest of them (null without one). A local day that the zone skipped counts in addition to the day
 * on which its start falls.
 */
export function missedBetween(
  rule: ScheduleRule,
  fromDue: number,
  now: number,
  zone: string,
): { newest: number | null; count: number } {
  const last = Math.min(now, lastTime(rule));
  if (last < fromDue) return { newest: null, count: 0 };
  const series = seriesOf(rule, zone);
  const nextIndex = firstAfter(series, last);
  const count = nextIndex - firstAfter(series, fromDue - 1);
  return { newest: count > 0 ? series.at(nextIndex - 1) : null, count };
}

/**
 * Returns whether the schedule has ended. At `endTime` itself it has not: a start at that second still
 * happens.
 */
export function isExpired(rule: ScheduleRule, now: number): boolean {
  return rule.endTime !== null && now > rule.endTime;
}

function lastTime(rule: ScheduleRule): number {
  return Math.min(rule.endTime ?? MAX_TIME, MAX_TIME);
}

function firstAfter(series: Series, time: number): number {
  let k = Math.max(0, series.guess(time));
  while (series.at(k) <= time) k += 1;
  return k;
}

// The guess ignores clock changes and the lengths of months. Together they are far less than one period: the
// guess is the requested start or one or two before it, never after. No zone has repeated a day since 1970.
function seriesOf(rule: ScheduleRule, zone: string): Series {
  const unit = unitOf(rule.type);
  const period = rule.recurrence * unit.seconds;
  const guess = (time: number): number => Math.floor((time - rule.startTime) / period);
  return {
    at: unit.isCalendar
      ? calendarStarts(rule, unit.name, zone)
      : (k) => rule.startTime + k * period,
    guess,
  };
}

// Every start is computed from the anchor, not from the previous start: otherwise the 31st would drift.
function calendarStarts(
  { startTime, localTime, recurrence }: ScheduleRule,
  unit: 'day' | 'week' | 'month',
  zone: string,
): Series['at'] {
  const first = toZoned(startTime, zone);
  const asked = movedFrom(first, localTime ?? null) ?? first.toPlainDateTime();
  const later = (k: number): number =>
    asked.add({ [`${unit}s`]: k * recurrence }, { overflow: 'constrain' }).toZonedDateTime(zone)
      .epochMilliseconds / 1000; // disambiguation: `compatible`
  return (k) => (k === 0 ? startTime : later(k)); // start 0 may be the second of a repeated local time
}

const toZoned = (seconds: number, zone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toZonedDateTimeISO(zone);

/**
 * Returns the skipped local time that a clock change moves to `first`, at `localTime` (HH:MM) on that day or,
 * where the gap is over midnight, on the day before; null: nothing was moved.
 */
function movedFrom(
  first: Temporal.ZonedDateTime,
  localTime: string | null,
): Temporal.PlainDateTime | null {
  if (localTime === null) return null;
  const time = Temporal.PlainTime.from(localTime);
  const days = [first.toPlainDate(), first.toPlainDate().subtract({ days: 1 })];
  const isMoved = (asked: Temporal.PlainDateTime): boolean =>
    asked.toZonedDateTime(first.timeZoneId).equals(first) && !asked.equals(first.toPlainDateTime());
  return days.map((day) => day.toPlainDateTime(time)).find(isMoved) ?? null;
}

/**
 * Returns `localTime` (HH:MM) if a clock change in `zone` moves it to `startTime` (Unix seconds): the start
 * that was asked for does not exist on that day. Otherwise null.
 */
export function keptLocalTime(
  startTime: number,
  localTime: string | null,
  zone: string,
): string | null {
  return movedFrom(toZoned(startTime, zone), localTime) === null ? null : localTime;
}
