import type { Api } from '../../api/shapes.js';

/** The units of recurrence, by the number that the service uses. */
export const UNITS = [
  [1, 'minute'],
  [2, 'hour'],
  [3, 'day'],
  [4, 'week'],
  [5, 'month'],
] as const;

/** Returns `every day` or `every 2 weeks`. */
export function recurrenceText({
  type,
  recurrence,
}: Pick<Api<'Schedule'>, 'type' | 'recurrence'>): string {
  const unit = UNITS.find(([number]) => number === type)?.[1] ?? 'unit';
  return recurrence === 1 ? `every ${unit}` : `every ${recurrence} ${unit}s`;
}

/** Returns the next start of a schedule (Unix seconds); null: it starts nothing. */
export const nextStart = (schedule: Api<'Schedule'> | null): number | null =>
  schedule?.enabled && !schedule.is_expired ? schedule.scheduled_time : null;

/** Returns why a schedule starts nothing; null: it does. */
export function pauseText(schedule: Api<'Schedule'> | null): string | null {
  if (schedule === null) return 'no schedule';
  if (schedule.is_expired) return 'ended';
  return schedule.enabled ? null : 'switched off';
}
