import { api, unwrap } from '../../api/client.js';
import { listQuery } from '../../api/list-query.js';
import { useResource } from '../../api/resource.js';
import { href } from '../../app/place.js';
import { useListState } from '../../app/use-list-state.js';
import { Notice } from '../../parts/notice.js';
import { PagedTable } from '../../parts/table/paged-table.js';
import { TASK_COLUMNS } from '../../parts/tasks/task-columns.js';

const SPEC = {};
const COLUMNS = TASK_COLUMNS.filter(({ heading }) => heading !== 'Template');

/** The tasks of a template. */
export function TemplateTasksTab({ id }: { id: number }) {
  const control = useListState(SPEC);
  const query = listQuery<'listTasks'>(control.state, { templates_id: id });
  const list = useResource(
    JSON.stringify(query),
    (signal) => unwrap(api.GET('/api/v1/tasks/', { params: { query }, signal })),
    ['tasks'],
  );
  return (
    <PagedTable
      label="Tasks of this template"
      list={list}
      control={control}
      columns={COLUMNS}
      rowId={({ id: task }) => task}
      rowHref={({ id: task }) => href(`tasks/${task}`)}
      empty={<Notice kind="empty" title="No task of this template has started" />}
    />
  );
}
