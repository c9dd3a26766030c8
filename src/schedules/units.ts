/** A unit of recurrence. `seconds` is its length: exact for minutes and hours, the mean for calendar steps. */
export interface ScheduleUnit {
  type: number;
  name: 'minute' | 'hour' | 'day' | 'week' | 'month';
  seconds: number;
  calendar: boolean;
}

/**
 * The one table of schedule types. Exact units last so many seconds whatever the clocks do; calendar units are
 * steps of the calendar in the schedule's time zone, so 02:00 stays 02:00 across a change to summer time.
 */
export const SCHEDULE_UNITS = [
  { type: 1, name: 'minute', seconds: 60, calendar: false },
  { type: 2, name: 'hour', seconds: 3_600, calendar: false },
  { type: 3, name: 'day', seconds: 86_400, calendar: true },
  { type: 4, name: 'week', seconds: 7 * 86_400, calendar: true },
  { type: 5, name: 'month', seconds: 2_629_746, calendar: true },
] as const satisfies readonly ScheduleUnit[]; // a month of 400 Gregorian years: 146,097 days / 4,800

export type ScheduleType = (typeof SCHEDULE_UNITS)[number]['type'];

export const MAX_RECURRENCE = 10_000;

/** The unit of a schedule type. Throws on a type that is not in the table. */
export function unitOf(type: ScheduleType): (typeof SCHEDULE_UNITS)[number] {
  const unit = SCHEDULE_UNITS.find((u) => u.type === type);
  if (!unit) throw new RangeError(`unknown schedule type ${String(type)}`);
  return unit;
}
