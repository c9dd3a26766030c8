import type { Api } from '../../api/shapes.js';

interface TaskStatusProps {
  status: Api<'Task'>['status'];
  /** of a working task, 0 to 100 */
  percent: number;
}

const FAULTS = new Set(['failed', 'stopped']);

/** The status of a task; a working one has its progress. */
export function TaskStatus({ status, percent }: TaskStatusProps) {
  if (status === 'working')
    return (
      <span class="task-progress">
        <progress max={100} value={percent} aria-label="Progress" /> {percent} %
      </span>
    );
  return <span class={FAULTS.has(status) ? 'error' : undefined}>{status}</span>;
}
