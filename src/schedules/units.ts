/** A unit of recurrence. `seconds` is its length: exact for minutes and hours, the mean for calendar steps. */
export interface ScheduleUnit {
  type: number;
  name: 'minute' | 'hour' | 'day' | 'week' | 'month';
  seconds: number;
  isCalendar: boolean;
}

/**
 * The table of schedule types. Exact units always last the same number of seconds. Calendar units are
 * steps of the calendar in the schedule's time zone: 02:00 stays 02:00 across a change to summer time.
 */
export const SCHEDULE_UNITS = [
  { type: 1, name: 'minute', seconds: 60, isCalendar: false },
  { type: 2, name: 'hour', seconds: 3_600, isCalendar: false },
  { type: 3, name: 'day', seconds: 86_400, isCalendar: true },
  { type: 4, name: 'week', seconds: 7 * 86_400, isCalendar: true },
  { type: 5, name: 'month', seconds: 2_629_746, isCalendar: true },
] as const satisfies readonly ScheduleUnit[]; // a month of 400 Gregorian years: 146,097 days / 4,800

export type ScheduleType = (typeof SCHEDULE_UNITS)[number]['type'];

export const MAX_RECURRENCE = 10_000;

/** Returns the unit of a schedule type. Throws on a type that is not in the table. */
export function unitOf(type: ScheduleType): (typeof SCHEDULE_UNITS)[number] {
  const unit = SCHEDULE_UNITS.find((u) => u.type === type);
  if (!unit) throw new RangeError(`unknown schedule type ${String(type)}`);
  return unit;
}
