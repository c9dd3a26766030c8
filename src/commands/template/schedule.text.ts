import { unitOf, type ScheduleType } from '../../schedules/units.js';
import { localTime, localZone, zonedTime } from '../output/times.js';

/** A schedule as in responses. Times are Unix seconds. */
export interface ShownSchedule {
  type: number;
  recurrence: number;
  start_time: number;
  /** HH:MM if a clock change moves the first start; the other starts are at this time */
  local_time: string | null;
  end_time: number | null;
  scheduled_time: number;
  enabled: boolean;
  is_expired: boolean;
}

/** `every day at 02:30 (UTC)`, `every 2 weeks on Sunday at 02:30 (Europe/Berlin)`, `every 6 hours` */
export function scheduleText(schedule: ShownSchedule | null, timeZone = localZone()): string {
  if (schedule === null) return 'none';
  const { recurrence, start_time: start, enabled, is_expired: isExpired } = schedule;
  const { name, isCalendar } = unitOf(schedule.type as ScheduleType);
  const interval = recurrence === 1 ? `every ${name}` : `every ${recurrence} ${name}s`;
  const clock = schedule.local_time ?? localTime(start, timeZone).slice(-5);
  const at = isCalendar ? `${dayText(name, start, timeZone)} at ${clock} (${timeZone})` : '';
  if (isExpired) return `${interval}${at}, ended`;
  return `${interval}${at}${enabled ? '' : ', disabled'}`;
}

function dayText(unit: string, start: number, timeZone: string): string {
  if (unit === 'week') {
    const day = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone }).format(start * 1000);
    return ` on ${day}`;
  }
  return unit === 'month' ? ` on day ${Number(localTime(start, timeZone).slice(8, 10))}` : '';
}

/** `2026-11-24 02:30 UTC`; `-`: no start is planned. */
export const nextStartText = (schedule: ShownSchedule | null): string =>
  schedule === null || schedule.scheduled_time === 0 ? '-' : zonedTime(schedule.scheduled_time);

/**
 * Returns the first of these starts (Unix seconds) from which on the time of day in the zone is another one, as
 * `2027-03-28 03:30`; null: it stays. One start alone may differ: its time does not exist on the day of a clock change.
 */
export function driftOf(starts: readonly number[], timeZone: string): string | null {
  const times = starts.map((start) => localTime(start, timeZone));
  const timeOfDay = (index: number): string | undefined => times[index]?.slice(-5);
  const first = timeOfDay(0);
  const index = times.findIndex(
    (_time, i) => i + 1 < times.length && timeOfDay(i) !== first && timeOfDay(i + 1) !== first,
  );
  return times[index] ?? null;
}
