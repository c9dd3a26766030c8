import { Temporal } from 'temporal-polyfill';
import { MAX_TIME } from './times.js';
import { unitOf, type ScheduleType } from './units.js';

/** When a schedule starts. Times are Unix seconds; `recurrence` is a number of units of `type`, at least 1. */
export interface ScheduleRule {
  type: ScheduleType;
  recurrence: number;
  startTime: number;
  endTime: number | null;
}

/**
 * The starts as a series that never falls: `at(k)` is start k, `guess(time)` is the index of the first
 * start after `time` or a little less.
 */
interface Series {
  at: (k: number) => number;
  guess: (time: number) => number;
}

/**
 * The first start strictly after `after` and not after `endTime`; null when there is none. Costs the
 * same however far
 * `after` is from `startTime`. Starts are at startTime + k units, k ≥ 0; days, weeks and months are
 * steps of the
 * calendar in `zone`: a local time that a clock change skips moves forward by the gap, a doubled one
 * counts the first
 * time, a day that a month lacks is its last one. Start 0 is `startTime` itself.
 */
export function nextStart(rule: ScheduleRule, after: number, zone: string): number | null {
  return startsAfter(rule, after, zone, 1)[0] ?? null;
}

/** The next `count` starts after `after`, ascending and distinct; fewer when the schedule ends before. */
export function startsAfter(
  rule: ScheduleRule,
  after: number,
  zone: string,
  count: number,
): number[] {
  const end = lastMoment(rule);
  if (after >= end) return [];
  const series = seriesOf(rule, zone);
  const starts: number[] = [];
  let previous = after;
  for (let k = firstAfter(series, after); starts.length < count; k += 1) {
    const start = series.at(k);
    if (start > end) break;
    if (start > previous) starts.push(start); // a skipped local day falls on the day after it (Pacific/Apia, 2011-12-30)
    previous = start;
  }
  return starts;
}

/**
 * The starts from `fromDue` to `now`, both included, and not after `endTime`: how many, and the newest
 * (null when none).
 * A local day that the zone skipped as a whole is counted with the one it fell on, as two.
 */
export function missedBetween(
  rule: ScheduleRule,
  fromDue: number,
  now: number,
  zone: string,
): { newest: number | null; count: number } {
  const last = Math.min(now, lastMoment(rule));
  if (last < fromDue) return { newest: null, count: 0 };
  const series = seriesOf(rule, zone);
  const beyond = firstAfter(series, last);
  const count = beyond - firstAfter(series, fromDue - 1);
  return { newest: count > 0 ? series.at(beyond - 1) : null, count };
}

/** Has the schedule run past its end? At `endTime` itself it has not: a start at that second still happens. */
export function isExpired(rule: ScheduleRule, now: number): boolean {
  return rule.endTime !== null && now > rule.endTime;
}

function lastMoment(rule: ScheduleRule): number {
  return Math.min(rule.endTime ?? MAX_TIME, MAX_TIME);
}

function firstAfter(series: Series, time: number): number {
  let k = Math.max(0, series.guess(time));
  while (series.at(k) <= time) k += 1;
  return k;
}

// The guess ignores clock changes and the lengths of months. Together they stay far below one period,
// so it is the
// start wanted or one or two before it, never one after: no zone has lived a day twice since 1970.
function seriesOf(rule: ScheduleRule, zone: string): Series {
  const unit = unitOf(rule.type);
  const period = rule.recurrence * unit.seconds;
  const guess = (time: number): number => Math.floor((time - rule.startTime) / period);
  return {
    at: unit.calendar ? calendarStarts(rule, unit.name, zone) : (k) => rule.startTime + k * period,
    guess,
  };
}

// Every start is reckoned from the anchor, never from the start before: that is what keeps the 31st
// from drifting.
function calendarStarts(
  { startTime, recurrence }: ScheduleRule,
  unit: 'day' | 'week' | 'month',
  zone: string,
): Series['at'] {
  const anchor = Temporal.Instant.fromEpochMilliseconds(startTime * 1000).toZonedDateTimeISO(zone);
  return (k) =>
    anchor.add({ [`${unit}s`]: k * recurrence }, { overflow: 'constrain' }).epochMilliseconds /
    1000; // disambiguates as `compatible`
}
