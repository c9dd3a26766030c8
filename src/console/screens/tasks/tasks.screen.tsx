import { useApiList } from '../../api/list.js';
import { href } from '../../app/place.js';
import { useTitle } from '../../app/title.js';
import { Empty } from '../../parts/notice.js';
import type { FilterChoice } from '../../parts/table/columns.js';
import { PagedTable } from '../../parts/table/paged-table.js';
import { useSelection } from '../../parts/table/selection.js';
import { TASK_COLUMNS, TASK_SORTS } from '../../parts/tasks/task-columns.js';
import { TaskActions } from './task-actions.js';

const FILTERS: readonly FilterChoice[] = [
  {
    name: 'status',
    label: 'Status',
    options: ['working', 'completed', 'failed', 'stopped'].map((status) => [status, status]),
  },
  {
    name: 'archived',
    label: 'Of deleted templates',
    unset: 'no',
    options: [
      ['true', 'only'],
      ['all', 'too'],
    ],
  },
];
/** Links of other screens lead to these; each is shown only when it is set. */
const LINKED: readonly FilterChoice[] = [
  { name: 'templates_id', label: 'Template id' },
  { name: 'host_id', label: 'Host id' },
  { name: 'task_type', label: 'Type' },
];
/** All tasks, newest first: what runs, what failed and why. */
export default function TasksScreen() {
  const list = useApiList('/api/v1/tasks/', {
    sorts: TASK_SORTS,
    filters: [...FILTERS, ...LINKED].map(({ name }) => name),
    topics: ['tasks', 'templates'],
  });
  const { state } = list.control;
  const selection = useSelection(state);
  useTitle('Tasks');
  return (
    <>
      <h1 tabIndex={-1}>Tasks</h1>
      <PagedTable
        label="Tasks"
        list={list}
        columns={TASK_COLUMNS}
        rowId={({ id }) => id}
        rowHref={({ id }) => href(`tasks/${id}`)}
        search="Search numbers, templates and errors"
        filters={[...FILTERS, ...LINKED.filter(({ name }) => state.filters[name])]}
        selection={selection}
        actions={<TaskActions selection={selection} list={list} />}
        empty={
          <Empty title="No task has run yet">
            A task is a run of a template. <a href={href('templates/new')}>Make a template</a>, or
            scan a host from <a href={href('hosts')}>the list of hosts</a>.
          </Empty>
        }
      />
    </>
  );
}
