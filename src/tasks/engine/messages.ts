import { pluralize } from '../../lib/text.js';
import type { TaskStatus } from '../tasks.table.js';

/** The number of hosts of a task with one outcome. */
export interface OutcomeCount {
  outcome: string | null;
  count: number;
}

/** A host is skipped after this many crashes of the service while it was in progress. */
export const MAX_CRASHES = 3;

export const CRASHED_DETAIL = `Skipped after the service crashed ${MAX_CRASHES} times on this host.`;

const OUTCOME_LABELS: Record<string, string> = {
  done: 'done',
  unreachable: 'unreachable',
  not_allowed: 'not allowed',
  failed: 'failed',
  stopped: 'stopped',
  no_agent: 'without agent',
  agent_offline: 'with offline agent',
  auth_failed: 'with failed login',
  timeout: 'timed out',
  bad_data: 'with unreadable data',
  no_import: 'without new import',
};

const STATUS_LABELS: Record<Exclude<TaskStatus, 'working'>, string> = {
  completed: 'Completed',
  failed: 'Failed',
  stopped: 'Stopped on request',
};

/** Returns a state such as `Scanning 10.0.0.5: 312 of 1024 ports (3 of 12 hosts)`. */
export const progressText = (text: string, done: number, total: number): string =>
  `${text || 'Working'} (${done} of ${pluralize(total, 'host')})`;

/** Returns a state such as `10.0.0.5: done`. */
export const hostDoneText = (ip: string, outcome: string): string =>
  `${ip}: ${outcomeLabel(outcome)}`;

/** Returns a state such as `Queued: 3 tasks are ahead`. */
export function queuedText(ahead: number): string {
  if (ahead === 0) return 'Queued: next to start';
  return ahead === 1 ? 'Queued: 1 task is ahead' : `Queued: ${ahead} tasks are ahead`;
}

/** Returns the status of a finished task: `completed` if at least one host returned a result. */
export function finalStatus(
  counts: readonly OutcomeCount[],
  isStopped: boolean,
): Exclude<TaskStatus, 'working'> {
  if (isStopped) return 'stopped';
  const hasResult = counts.some(({ outcome, count }) => outcome === 'done' && count > 0);
  return hasResult ? 'completed' : 'failed';
}

/** Returns a state such as `Completed: 10 done, 2 unreachable`. */
export const finalText = (
  status: Exclude<TaskStatus, 'working'>,
  counts: readonly OutcomeCount[],
): string => `${STATUS_LABELS[status]}: ${listCounts(counts)}`;

/** Returns the error of a task without any result: the outcomes, and the detail of one host. */
export function hostFailureText(
  counts: readonly OutcomeCount[],
  example: { ip: string; detail: string | null } | undefined,
): string {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const detail = example?.detail ? `${example.detail.replace(/[.\s]+$/, '')}.` : '';
  const ip = example?.ip ?? '';
  if (total === 1)
    return `${ip || 'The host'} returned no result (${listCounts(counts)}). ${detail}`.trim();
  const exampleText = detail && `For example ${ip}: ${detail}`;
  return `None of ${pluralize(total, 'host')} returned a result: ${listCounts(counts)}. ${exampleText}`.trim();
}

function listCounts(counts: readonly OutcomeCount[]): string {
  const parts = counts
    .filter(({ count }) => count > 0)
    .map(({ outcome, count }) => `${count} ${outcomeLabel(outcome)}`);
  return parts.join(', ') || 'no hosts';
}

const outcomeLabel = (outcome: string | null): string =>
  OUTCOME_LABELS[outcome ?? ''] ?? String(outcome).replaceAll('_', ' ');
