import type { ScheduleRule } from './recurrence.js';
import type { ScheduleTable } from './schedules.table.js';
import type { ScheduleType } from './units.js';

export type RuleRow = Pick<
  ScheduleTable,
  'unit' | 'recurrence' | 'start_time' | 'local_time' | 'end_time'
>;

/** Returns the rule of a stored schedule. */
export const toRule = (row: RuleRow): ScheduleRule => ({
  type: row.unit as ScheduleType,
  recurrence: row.recurrence,
  startTime: row.start_time,
  localTime: row.local_time,
  endTime: row.end_time,
});
