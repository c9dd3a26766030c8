import type { Generated } from 'kysely';
import type { LoginRole } from '../tokens/tokens.js';
import type { HostOutcome } from './task-type.js';

export type TaskStatus = 'working' | 'completed' | 'failed' | 'stopped';
export type TaskTrigger = 'manual' | 'schedule' | 'creation' | 'cli';

export interface TaskTable {
  id: Generated<number>;
  templates_id: number;
  task_type: string;
  params: string | null;
  status: TaskStatus;
  percent: Generated<number>;
  state: string;
  trigger: TaskTrigger;
  scheduled_for: number | null;
  archived: Generated<0 | 1>;
  stop_requested: Generated<0 | 1>;
  hosts_total: number;
  hosts_done: Generated<number>;
  hosts_unanswered: Generated<number>;
  error: string | null;
  created_at: number;
  updated_at: number;
  started_at: number | null;
  finished_at: number | null;
  acceptance_changes: number | null;
  login_role: Generated<LoginRole>;
  /** JSON of TaskCounts; null: not counted yet */
  counts: string | null;
}

export interface TaskHostTable {
  task_id: number;
  host_id: number;
  ip: string;
  name: string;
  outcome: HostOutcome | null;
  reason: string | null;
  detail: string | null;
  crashes: Generated<number>;
  unanswered: Generated<0 | 1>;
  started_at: number | null;
  finished_at: number | null;
}

export interface TaskScanTable {
  task_id: number;
  host_id: number;
  scanned_ports: string;
  silent_ports: Generated<string>;
  lost_ports: Generated<string>;
  services: string;
  checks: string;
}

export interface HostProgressTable {
  task_id: number;
  host_id: number;
  fraction: number;
  state: Uint8Array;
}

export interface TemplateImportTable {
  template_id: number;
  host_id: number;
  import_id: number;
}
