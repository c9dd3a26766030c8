import type { TaskStatus } from '../tasks.table.js';

/** How many hosts of a task ended with each outcome. */
export interface OutcomeCounts {
  outcome: string | null;
  count: number;
}

const WORDS: Record<string, string> = {
  done: 'done',
  unreachable: 'unreachable',
  not_allowed: 'not allowed',
  failed: 'failed',
  stopped: 'stopped',
  no_agent: 'without agent',
  agent_offline: 'with their agent offline',
  auth_failed: 'with failed log-in',
  timeout: 'timed out',
  bad_data: 'with unreadable data',
  no_import: 'without new import',
};

const hosts = (n: number): string => `${n} host${n === 1 ? '' : 's'}`;

/** `Scanning 10.0.0.5: 312 of 1024 ports (3 of 12 hosts)` */
export const progressText = (text: string, done: number, total: number): string =>
  `${text || 'Working'} (${done} of ${hosts(total)})`;

/** `Queued: 3 tasks are ahead` */
export function queuedText(ahead: number): string {
  if (ahead === 0) return 'Queued: next to start';
  return ahead === 1 ? 'Queued: 1 task is ahead' : `Queued: ${ahead} tasks are ahead`;
}

/** How a finished task stands: `completed` when at least one host gave a result. */
export function finalStatus(
  tallies: readonly OutcomeCounts[],
  stopped: boolean,
): Exclude<TaskStatus, 'working'> {
  if (stopped) return 'stopped';
  return tallies.some((t) => t.outcome === 'done' && t.count > 0) ? 'completed' : 'failed';
}

/** `Completed: 10 done, 2 unreachable` */
export function finalText(
  status: Exclude<TaskStatus, 'working'>,
  tallies: readonly OutcomeCounts[],
): string {
  return `${{ completed: 'Completed', failed: 'Failed', stopped: 'Stopped on request' }[status]}: ${counts(tallies)}`;
}

/** Why a task without any result failed: what was tried, and one host's own words. */
export function hostFailureText(
  tallies: readonly OutcomeCounts[],
  example: { ip: string; detail: string | null } | undefined,
): string {
  const total = tallies.reduce((sum, t) => sum + t.count, 0);
  const words = example?.detail ? `${example.detail.replace(/[.\s]+$/, '')}.` : '';
  if (total === 1)
    return `${example?.ip ?? 'The host'} gave no result (${counts(tallies)}). ${words}`.trim();
  return `None of ${hosts(total)} gave a result: ${counts(tallies)}. ${words && `For example ${example?.ip ?? ''}: ${words}`}`.trim();
}

function counts(tallies: readonly OutcomeCounts[]): string {
  const parts = tallies
    .filter((t) => t.count > 0)
    .map((t) => `${t.count} ${WORDS[t.outcome ?? ''] ?? String(t.outcome).replaceAll('_', ' ')}`);
  return parts.join(', ') || 'no hosts';
}
