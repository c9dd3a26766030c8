import { api, unwrap } from '../../api/client.js';
import { listQuery } from '../../api/list-query.js';
import { useResource } from '../../api/resource.js';
import { href } from '../../app/place.js';
import { useListState } from '../../app/use-list-state.js';
import { Notice } from '../../parts/notice.js';
import { PagedTable } from '../../parts/table/paged-table.js';
import { TASK_COLUMNS } from '../../parts/tasks/task-columns.js';

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
      columns={TASK_COLUMNS}
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
