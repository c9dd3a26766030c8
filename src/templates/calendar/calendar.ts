import { startsAfter, type ScheduleRule } from '../../schedules/recurrence.js';
import type { TaskStatus } from '../../tasks/tasks.table.js';

/** The times from `from` to before `to`, Unix seconds. */
export interface TimeRange {
  from: number;
  to: number;
}

/** A start that was due, and its task; null: no task started, or it was deleted. */
export interface PastStart {
  due_at: number;
  result: 'started' | 'skipped' | 'coalesced';
  reason: string | null;
  task_id: number | null;
  status: TaskStatus | null;
  started_at: number | null;
  finished_at: number | null;
}

/** Returns the next `limit` starts of an enabled schedule in the range that are after `now`, ascending. */
export function plannedIn(
  rule: ScheduleRule,
  { from, to }: TimeRange,
  { now, zone, limit }: { now: number; zone: string; limit: number },
): number[] {
  const after = Math.max(now, from - 1);
  const lastRule = { ...rule, endTime: Math.min(rule.endTime ?? to - 1, to - 1) };
  return startsAfter(lastRule, after, zone, limit);
}

/** Returns the median, rounded to whole numbers; null without values. */
export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? null : Math.round((lower + upper) / 2);
}
