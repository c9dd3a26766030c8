import type { ComponentChildren } from 'preact';
import { useApiList } from '../../api/list.js';
import { href } from '../../app/place.js';
import { PagedTable } from '../table/paged-table.js';
import { TASK_COLUMNS, TASK_SORTS } from './task-columns.js';

interface TaskListProps {
  label: string;
  /** selects the tasks */
  of: { host_id: number; archived: 'all' } | { templates_id: number };
  columns?: typeof TASK_COLUMNS;
  empty: ComponentChildren;
}

/** The tasks of a host or a template, newest first. */
export function TaskList({ label, of, columns = TASK_COLUMNS, empty }: TaskListProps) {
  const list = useApiList('/api/v1/tasks/', {
    sorts: TASK_SORTS,
    query: of,
    topics: ['tasks', 'templates'],
  });
  return (
    <PagedTable
      label={label}
      list={list}
      columns={columns}
      rowId={({ id }) => id}
      rowHref={({ id }) => href(`tasks/${id}`)}
      empty={empty}
    />
  );
}
