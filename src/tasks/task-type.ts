import type { z } from 'zod';
import type { CheckResult } from '../pentest/checks/check.js';
import type { FoundService } from '../pentest/service.js';

/** A host of a task, as it was when the task started. */
export interface TaskHost {
  host_id: number;
  ip: string;
  name: string;
}

/**
 * Every outcome there is. `no_import`: nothing was imported for the host since the template's previous
 * task.
 */
export const OUTCOMES = [
  'done',
  'unreachable',
  'not_allowed',
  'failed',
  'stopped',
  'no_agent',
  'agent_offline',
  'auth_failed',
  'timeout',
  'bad_data',
  'no_import',
] as const;
export type HostOutcome = (typeof OUTCOMES)[number];

export interface HostProgress {
  /** share of this host's work that is done, 0 to 1 */
  fraction: number;
  /** what is going on, for a person: `Scanning 10.0.0.5: 312 of 1024 ports` */
  text: string;
}

export interface HostJob<P> {
  task_id: number;
  params: P;
  /** aborted when the task is stopped or the service closes */
  signal: AbortSignal;
  progress(p: HostProgress): void;
}

/** What one host gave. A task type returns data and writes nothing. */
export interface HostResult {
  outcome: HostOutcome;
  /** stable code where the outcome is not `done`, else null */
  reason: string | null;
  /** a sentence for a person, or null */
  detail: string | null;
  /** false: this says nothing about whether the host is up (its data came another way) */
  reached?: boolean;
  /** the imported report that was taken: the template's next task takes later ones only */
  import_id?: number;
  /** what a network scan found and which ports it looked at; absent when the type does not scan */
  scan?: {
    services: readonly FoundService[];
    looked_at: readonly number[];
    checks?: readonly CheckResult[];
  };
  /** true: the packages that are stored for the host now are what this task found */
  packages?: true;
}

/** One kind of task. A new one = one folder and one line in the list of types. */
export interface TaskType<P = unknown> {
  name: string;
  /** checks the params of a template (wire form, null when none) and gives them in the form `run` takes */
  params: z.ZodType<P>;
  /** how many hosts of one task are worked on at one time */
  hostConcurrency(params: P): number;
  run(host: TaskHost, job: HostJob<P>): Promise<HostResult>;
}
