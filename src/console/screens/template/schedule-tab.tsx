import { useApiList } from '../../api/list.js';
import type { Api } from '../../api/shapes.js';
import { href } from '../../app/place.js';
import { Empty } from '../../parts/notice.js';
import type { Column } from '../../parts/table/columns.js';
import { PagedTable } from '../../parts/table/paged-table.js';
import { ExactTime } from '../../parts/time.js';

type Item = Api<'ScheduleHistoryItem'>;

const COLUMNS: readonly Column<Item>[] = [
  { heading: 'Due', cell: ({ due_at }) => <ExactTime at={due_at} /> },
  {
    heading: 'Result',
    cell: ({ result }) => <span class={result === 'started' ? undefined : 'error'}>{result}</span>,
  },
  {
    heading: 'Why',
    cell: ({ reason, detail }) => detail ?? (reason ?? '').replaceAll('_', ' '),
  },
  {
    heading: 'Task',
    cell: ({ task_id }) =>
      task_id !== null && <a href={href(`tasks/${task_id}`)}>task {task_id}</a>,
  },
];
/** The due starts of a template: which started a task, and why others did not. */
export function ScheduleTab({ template: { id, schedule } }: { template: Api<'Template'> }) {
  const list = useApiList('/api/v1/templates/{id}/schedule/history', {
    of: { id },
    topics: ['tasks', 'templates'],
  });
  return (
    <PagedTable
      label="Due starts"
      list={list}
      columns={COLUMNS}
      rowId={({ due_at }) => due_at}
      empty={
        <Empty title={schedule ? 'No start was due yet' : 'This template has no schedule'}>
          <a href={href(`templates/${id}/edit`)}>
            {schedule ? 'Change the schedule' : 'Add a schedule'}
          </a>
        </Empty>
      }
    />
  );
}
