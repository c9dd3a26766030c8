import type { Api } from '../../api/shapes.js';
import type { toSchedule } from './form-state.js';

/** The next starts of the schedule that the form begins with. `typed`: it as JSON. */
export interface KnownStarts {
  typed: string;
  preview: Api<'SchedulePreview'>;
}

/**
 * Returns the starts that were loaded with a template; null: there are none, or the fields of the form cannot hold the
 * times of its schedule: one that the clock shows twice is read as the first.
 */
export function knownStarts(
  { schedule, next_starts: preview }: Pick<Api<'Template'>, 'schedule' | 'next_starts'>,
  typed: ReturnType<typeof toSchedule>,
): KnownStarts | null {
  if (!schedule || !preview || typed === null) return null;
  const isSame = typed.start_time === schedule.start_time && typed.end_time === schedule.end_time;
  return isSame ? { typed: JSON.stringify(typed), preview } : null;
}
