import type { Api } from '../../api/shapes.js';

type Batch = Api<'AgentBatchProgress'>;

/** The hosts of a batch by state. */
interface BatchStates {
  queued: number;
  working: number;
  completed: number;
  failed: number;
  refused: number;
  /** hosts whose operation ended, or was refused */
  finished: number;
  isFinished: boolean;
}

/** Returns the hosts of a batch by state, with zeros. */
export function batchStates({ states, hosts }: Pick<Batch, 'states' | 'hosts'>): BatchStates {
  const of = (name: string): number => states[name] ?? 0;
  const counts = {
    queued: of('queued'),
    working: of('working'),
    completed: of('completed'),
    failed: of('failed'),
    refused: of('refused'),
  };
  const finished = counts.completed + counts.failed + counts.refused;
  return { ...counts, finished, isFinished: finished >= hosts };
}

/** One reason why hosts failed or were refused. */
export interface FailureGroup {
  kind: 'failed' | 'refused';
  code: string;
  hosts: number;
}

/** Returns the reasons, those of the most hosts first. */
export function failureGroups({ failures, refusal_codes }: Batch): FailureGroup[] {
  const of = (kind: FailureGroup['kind'], counts: Readonly<Record<string, number>>) =>
    Object.entries(counts).map(([code, hosts]) => ({ kind, code, hosts }));
  return [...of('failed', failures), ...of('refused', refusal_codes)].sort(
    (a, b) => b.hosts - a.hosts || a.code.localeCompare(b.code),
  );
}
