import type { JobOutcome, JobSpec } from './host-job.js';

/** A job on its way into the worker: the target as text, made whole again there. */
export type JobMessage = Omit<JobSpec, 'target'> & { ip: string };

export type ToWorker = { kind: 'add'; jobs: JobMessage[] } | { kind: 'cancel'; id: number };

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'unable'; why: string }
  | { kind: 'reports'; progress: { id: number; done: number; total: number }[]; finished: { id: number; outcome: JobOutcome }[] };
