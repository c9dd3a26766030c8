import type { Config } from '../../config.js';
import { AppError } from '../../errors.js';
import type { Clock } from '../../platform/clock.js';
import type { StartRefusal, StartTasks } from '../../tasks/tasks.start.js';
import type { TaskTrigger } from '../../tasks/tasks.table.js';
import type { LoginRole } from '../../tokens/tokens.js';

interface StartDeps {
  config: Pick<Config, 'MAX_HOSTS_PER_TASK'>;
  clock: Clock;
  startTasks: StartTasks;
}

/** Who starts a task, and how. */
export interface TaskStart {
  trigger: TaskTrigger;
  role: LoginRole;
}

const REFUSALS: Partial<Record<StartRefusal, (maxHosts: number) => AppError>> = {
  no_hosts: () => new AppError('no_hosts', 'Template has no hosts, neither directly nor by groups'),
  too_many_hosts: (maxHosts) =>
    new AppError('too_many_hosts', `A task has at most MAX_HOSTS_PER_TASK (${maxHosts}) hosts`),
};

/**
 * Starts a task of a template inside a transaction. Returns its id. Throws 422 without hosts or with too many, 409 for
 * other refusals.
 */
export function startTask(
  { config, clock, startTasks }: StartDeps,
  id: number,
  { trigger, role }: TaskStart,
): number {
  const request = { template_id: id, trigger, scheduled_for: null, login_role: role };
  const [result] = startTasks([request], clock.now());
  if (result && 'task_id' in result) return result.task_id;
  const refusal = result?.refused ?? 'no_template';
  throw (
    REFUSALS[refusal]?.(config.MAX_HOSTS_PER_TASK) ??
    new AppError('conflict', `Task was not started: ${refusal}`)
  );
}
