import type { Api } from '../../api/shapes.js';
import { href } from '../../app/place.js';
import { navigate } from '../../app/router.js';
import { withBase, writeCompared, type ComparedTasks } from './compare-choice.js';

interface CompareFieldsProps {
  id: number;
  tasks: Api<'ChainCounts'>['tasks'];
  compared: ComparedTasks;
  timeText: (at: number) => string;
  /** a column of the picture chooses the base */
  isPicking: boolean;
}

/** The two tasks that are compared, as fields; another choice is another address. */
export function CompareFields({ id, tasks, compared, timeText, isPicking }: CompareFieldsProps) {
  const { task, base } = compared;
  const path = `templates/${id}`;
  const newestFirst = [...tasks].reverse();
  const option = ({ task_id, number_task, finished_at }: (typeof tasks)[number]) => (
    <option key={task_id} value={task_id}>
      {number_task}, {timeText(finished_at ?? 0)}
    </option>
  );
  const picked = writeCompared(compared);
  return (
    <div class="toolbar compared" role="group" aria-label="Compared tasks">
      <label class="pill">
        <span>Task</span>
        <select
          value={task}
          onChange={(event) => {
            const next = Number(event.currentTarget.value);
            const kept = base !== null && base < next ? base : null;
            navigate(path, writeCompared({ task: next, base: kept }));
          }}
        >
          {newestFirst.map(option)}
        </select>
      </label>
      <label class={base === null ? 'pill' : 'pill is-set'}>
        <span>compared with</span>
        <select
          value={base ?? ''}
          onChange={(event) => {
            const chosen = Number(event.currentTarget.value);
            const next = chosen === 0 ? { task, base: null } : withBase(compared, chosen);
            navigate(path, writeCompared(next));
          }}
        >
          <option value="">the task before</option>
          {newestFirst.filter(({ task_id }) => task_id < task).map(option)}
        </select>
      </label>
      {tasks.length > 1 && (
        <a href={href(path, isPicking ? picked : { ...picked, pick: 'base' })}>
          {isPicking ? 'A column shows its difference' : 'Choose both in the picture'}
        </a>
      )}
    </div>
  );
}
