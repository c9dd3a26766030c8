import type { ScheduleRule } from './recurrence.js';
import type { ScheduleTable } from './schedules.table.js';
import type { ScheduleType } from './units.js';

export type RuleRow = Pick<ScheduleTable, 'unit' | 'recurrence' | 'start_time' | 'end_time'>;

/** The rule that a stored row means. */
export function ruleOf(row: RuleRow): ScheduleRule {
  return {
    type: row.unit as ScheduleType,
    recurrence: row.recurrence,
    startTime: row.start_time,
    endTime: row.end_time,
  };
}
