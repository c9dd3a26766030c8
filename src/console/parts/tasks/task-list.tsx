import type { ComponentChildren } from 'preact';
import { api, unwrap } from '../../api/client.js';
import { listQuery } from '../../api/list-query.js';
import { useList } from '../../api/list.js';
import { href } from '../../app/place.js';
import { useListState } from '../../app/use-list-state.js';
import { PagedTable } from '../table/paged-table.js';
import { TASK_COLUMNS, TASK_SORTS } from './task-columns.js';

interface TaskListProps {
  label: string;
  /** selects the tasks */
  of: { host_id: number; archived: 'all' } | { templates_id: number };
  columns?: typeof TASK_COLUMNS;
  empty: ComponentChildren;
}

const SPEC = { sorts: TASK_SORTS };

/** The tasks of a host or a template, newest first. */
export function TaskList({ label, of, columns = TASK_COLUMNS, empty }: TaskListProps) {
  const control = useListState(SPEC);
  const query = listQuery<'listTasks'>(control.state, of);
  const list = useList(
    query,
    (asked, signal) => unwrap(api.GET('/api/v1/tasks/', { params: { query: asked }, signal })),
    ['tasks', 'templates'],
  );
  return (
    <PagedTable
      label={label}
      list={list}
      control={control}
      columns={columns}
      rowId={({ id }) => id}
      rowHref={({ id }) => href(`tasks/${id}`)}
      empty={empty}
    />
  );
}
