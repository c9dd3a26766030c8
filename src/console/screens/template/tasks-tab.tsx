import { Notice } from '../../parts/notice.js';
import { TASK_COLUMNS } from '../../parts/tasks/task-columns.js';
import { TaskList } from '../../parts/tasks/task-list.js';

const COLUMNS = TASK_COLUMNS.filter(({ heading }) => heading !== 'Template');

/** The tasks of a template. */
export const TemplateTasksTab = ({ id }: { id: number }) => (
  <TaskList
    label="Tasks of this template"
    of={{ templates_id: id }}
    columns={COLUMNS}
    empty={
      <Notice kind="empty" title="No task of this template has started">
        <p>Run it, or give it a schedule.</p>
      </Notice>
    }
  />
);
