import { api, unwrap } from '../../api/client.js';
import { listQuery } from '../../api/list-query.js';
import { useList } from '../../api/list.js';
import { href } from '../../app/place.js';
import { useTitle } from '../../app/title.js';
import { useListState } from '../../app/use-list-state.js';
import { Notice } from '../../parts/notice.js';
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
const SPEC = { sorts: TASK_SORTS, filters: [...FILTERS, ...LINKED].map(({ name }) => name) };

/** All tasks, newest first: what runs, what failed and why. */
export default function TasksScreen() {
  const control = useListState(SPEC);
  const selection = useSelection(control.state);
  const query = listQuery<'listTasks'>(control.state);
  const list = useList(
    query,
    (asked, signal) => unwrap(api.GET('/api/v1/tasks/', { params: { query: asked }, signal })),
    ['tasks', 'templates'],
  );
  useTitle('Tasks');
  return (
    <>
      <h1 tabIndex={-1}>Tasks</h1>
      <PagedTable
        label="Tasks"
        list={list}
        control={control}
        columns={TASK_COLUMNS}
        rowId={({ id }) => id}
        rowHref={({ id }) => href(`tasks/${id}`)}
        search="Search numbers, templates and errors"
        filters={[...FILTERS, ...LINKED.filter(({ name }) => control.state.filters[name])]}
        selection={selection}
        actions={<TaskActions selection={selection} list={list} />}
        empty={
          <Notice kind="empty" title="No task has run yet">
            <p>
              A task is a run of a template. <a href={href('templates/new')}>Make a template</a>, or
              scan a host from <a href={href('hosts')}>the list of hosts</a>.
            </p>
          </Notice>
        }
      />
    </>
  );
}
