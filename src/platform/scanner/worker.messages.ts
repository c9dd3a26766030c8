import type { JobOutcome, JobSpec } from './host-job.js';
import { toScanTarget } from './target.js';

/** A job in a form that is cheap to copy to the worker. */
export type JobMessage = Omit<JobSpec, 'target' | 'ports'> & { ip: string; ports: Uint16Array };

export type ToScanWorker = { kind: 'add'; jobs: JobMessage[] } | { kind: 'cancel'; id: number };

export type FromScanWorker =
  | { kind: 'ready' }
  | { kind: 'unable'; why: string }
  | {
      kind: 'reports';
      progress: { id: number; done: number; total: number }[];
      states: { id: number; state: Uint8Array }[];
      finished: { id: number; outcome: JobOutcome }[];
    };

export function toJobSpec({ ip, ports, ...job }: JobMessage): JobSpec {
  return { ...job, target: toScanTarget(ip), ports: Array.from(ports) };
}
