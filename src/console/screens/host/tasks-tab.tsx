import { Notice } from '../../parts/notice.js';
import { TaskList } from '../../parts/tasks/task-list.js';

/** The tasks that had this host, newest first. */
export const TasksTab = ({ id }: { id: number }) => (
  <TaskList
    label="Tasks"
    of={{ host_id: id, archived: 'all' }}
    empty={
      <Notice kind="empty" title="No task had this host yet">
        <p>Scan it now, or add it to a template.</p>
      </Notice>
    }
  />
);
