import type { z } from 'zod';
import type { Severity } from '../knowledge/records.js';
import type { TaskStatus } from '../tasks/tasks.table.js';
import type { TaskTypeResponse } from '../tasks/types/task-types.schemas.js';
import type { Schedule } from '../schedules/schedules.service.js';
import type { SchedulePreviewResponse } from './calendar/calendar.schemas.js';

/** The new findings of a diff. `worst`: the highest severity; null: nothing is new. */
export interface NewFindings {
  total: number;
  worst: Severity | null;
}

/** The newest task of a template. Times: Unix seconds. */
export interface LastTask {
  id: number;
  number_task: string;
  status: TaskStatus;
  percent: number;
  started_at: number | null;
  finished_at: number | null;
  hosts_total: number;
  hosts_done: number;
  error: string | null;
  /** null: not counted yet */
  new: NewFindings | null;
}

/** A template as in responses. */
export interface Template {
  id: number;
  created_at: number;
  updated_at: number;
  name: string;
  type: string;
  hosts: number[];
  groups: number[];
  params: Record<string, unknown> | null;
  schedule: Schedule | null;
  /** of the first of `hosts`; absent: not asked for */
  host_names?: string[];
  /** of `groups`; absent: not asked for */
  group_names?: string[];
  /** absent: not asked for; null: no schedule */
  next_starts?: z.input<typeof SchedulePreviewResponse> | null;
  /** absent: not asked for */
  task_type?: TaskTypeResponse;
  /** absent: not asked for; null: no task has started */
  last_task?: LastTask | null;
}
