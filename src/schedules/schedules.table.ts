import type { Generated, Selectable } from 'kysely';

export interface ScheduleTable {
  template_id: number;
  unit: number;
  recurrence: number;
  start_time: number;
  local_time: string | null;
  end_time: number | null;
  enabled: 0 | 1;
  last_start: Generated<number>;
  scheduled_time: Generated<number>;
}

type HistoryResult = 'started' | 'skipped' | 'coalesced';

export interface ScheduleHistoryTable {
  id: Generated<number>;
  template_id: number;
  due_at: number;
  result: HistoryResult;
  reason: string | null;
  detail: string | null;
  task_id: number | null;
  recorded_at: number;
}

/** The record of one due start of a template. */
export type HistoryItem = Omit<Selectable<ScheduleHistoryTable>, 'id' | 'template_id'>;
