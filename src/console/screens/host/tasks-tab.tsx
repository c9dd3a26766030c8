import { api, unwrap } from '../../api/client.js';
import type { Api } from '../../api/shapes.js';
import { listQuery } from '../../api/list-query.js';
import { useResource } from '../../api/resource.js';
import { href } from '../../app/place.js';
import { useListState } from '../../app/use-list-state.js';
import { Notice } from '../../parts/notice.js';
import type { Column } from '../../parts/table/columns.js';
import { PagedTable } from '../../parts/table/paged-table.js';
import { Time } from '../../parts/time.js';

const COLUMNS: readonly Column<Api<'Task'>>[] = [
  { heading: 'Task', cell: ({ number_task }) => <span class="id">{number_task}</span> },
  { heading: 'Type', cell: ({ task_type }) => task_type },
  { heading: 'Trigger', cell: ({ trigger }) => trigger },
  {
    heading: 'Status',
    cell: ({ status, error }) => (
      <>
        {status}
        {error !== null && <span class="error"> {error}</span>}
      </>
    ),
  },
  { heading: 'Started', cell: ({ started_at }) => <Time at={started_at} /> },
  { heading: 'Finished', cell: ({ finished_at }) => <Time at={finished_at} none="not yet" /> },
];

const SPEC = {};

/** The tasks that had this host, newest first. */
export function TasksTab({ id }: { id: number }) {
  const control = useListState(SPEC);
  const query = listQuery<'listTasks'>(control.state, { host_id: id, archived: 'all' });
  const list = useResource(
    JSON.stringify(query),
    (signal) => unwrap(api.GET('/api/v1/tasks/', { params: { query }, signal })),
    ['tasks'],
  );
  return (
    <PagedTable
      label="Tasks"
      list={list}
      control={control}
      columns={COLUMNS}
      rowId={({ id: taskId }) => taskId}
      rowHref={({ id: taskId }) => href(`tasks/${taskId}`)}
      empty={
        <Notice kind="empty" title="No task had this host yet">
          <p>Scan it now, or add it to a template.</p>
        </Notice>
      }
    />
  );
}
