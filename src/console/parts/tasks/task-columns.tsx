import { hostsDone } from '../../../tasks/hosts-done.js';
import type { Api } from '../../api/shapes.js';
import { href } from '../../app/place.js';
import { bothWays, type Column } from '../table/columns.js';
import { durationText } from '../text/duration.js';
import { countText } from '../text/plural.js';
import { Time } from '../time.js';
import { TaskStatus } from './task-status.js';

type Task = Api<'Task'>;

const TRIGGERS: Readonly<Record<Task['trigger'], string>> = {
  manual: 'a person',
  schedule: 'its schedule',
  creation: 'its creation',
  cli: 'the command line',
};

/** Returns what started a task. */
export const triggerText = ({ trigger }: Pick<Task, 'trigger'>): string => TRIGGERS[trigger];

/** Returns how long a task took; empty: it has not ended. */
export const taskDuration = ({ started_at, finished_at }: Task): string =>
  started_at === null || finished_at === null ? '' : durationText(finished_at - started_at);

/** Returns `3 of 3`: the hosts that are done, and all. */
export function hostsDoneText(task: Task): string {
  const { done, total } = hostsDone(task);
  return `${countText(done)} of ${countText(total)}`;
}

/** The template of a task. */
export function TemplateOfTask({ task }: { task: Task }) {
  if (task.template === null) return <span class="muted">deleted template</span>;
  return <a href={href(`templates/${task.templates_id}`)}>{task.template}</a>;
}

/** The orders of a list of tasks. */
export const TASK_SORTS = bothWays('id', 'template', 'status', 'hosts', 'started_at', 'duration');

/** The columns of a list of tasks. */
export const TASK_COLUMNS: readonly Column<Task>[] = [
  {
    heading: 'Task',
    cell: ({ number_task }) => <span class="id">{number_task}</span>,
    sort: ['-id', 'id'],
  },
  {
    heading: 'Template',
    cell: (task) => <TemplateOfTask task={task} />,
    sort: ['template', '-template'],
  },
  { heading: 'Status', cell: (task) => <TaskStatus {...task} />, sort: ['status', '-status'] },
  {
    heading: 'Hosts done',
    isNumber: true,
    cell: hostsDoneText,
    sort: ['-hosts', 'hosts'],
  },
  {
    heading: 'Started',
    cell: ({ started_at }) => <Time at={started_at} none="not yet" />,
    sort: ['-started_at', 'started_at'],
  },
  { heading: 'Took', cell: taskDuration, sort: ['-duration', 'duration'] },
  { heading: 'Started by', cell: triggerText },
  { heading: 'Error', cell: ({ error }) => error !== null && <span class="error">{error}</span> },
];
