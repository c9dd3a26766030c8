import { hostsDone } from '../../../tasks/hosts-done.js';
import { api, unwrap } from '../../api/client.js';
import { asApiError } from '../../api/problem.js';
import type { Api } from '../../api/shapes.js';
import { navigate } from '../../app/router.js';
import { useActions } from '../../parts/form/actions.js';
import { FormDialog } from '../../parts/form/form-dialog.js';
import { runTemplate } from '../../parts/tasks/run-template.js';
import {
  hostsDoneText,
  taskDuration,
  TemplateOfTask,
  triggerText,
} from '../../parts/tasks/task-columns.js';
import { TaskStatus } from '../../parts/tasks/task-status.js';
import { Fact } from '../../parts/text/fact.js';
import { plural } from '../../parts/text/plural.js';
import { ExactTime } from '../../parts/time.js';
import { announce } from '../../parts/toast.js';

interface TaskHeadProps {
  task: Api<'Task'>;
  reload: () => void;
}

/** The state of a task, and what can be done with it. */
export function TaskHead({ task, reload }: TaskHeadProps) {
  const { state, status, error } = task;
  return (
    <>
      <header class="heading">
        <h1 tabIndex={-1}>{task.number_task}</h1>
        <TaskButtons task={task} reload={reload} />
      </header>
      <div class="panel">
        {status === 'working' && <p>{state}</p>}
        {error !== null && <p class="error">{error}</p>}
        <dl class="facts">
          <Fact name="Status">
            <TaskStatus {...task} />
          </Fact>
          <Fact name="Template">
            <TemplateOfTask task={task} />
          </Fact>
          <Fact name="Hosts done">
            {hostsDoneText(task)}
            <Unanswered task={task} />
          </Fact>
          <Fact name="Started by">{triggerText(task)}</Fact>
          <Fact name="Started">
            {task.started_at === null ? 'not yet' : <ExactTime at={task.started_at} />}
          </Fact>
          {task.finished_at !== null && (
            <Fact name="Finished">
              <ExactTime at={task.finished_at} />, took {taskDuration(task)}
            </Fact>
          )}
        </dl>
      </div>
    </>
  );
}

/** Addresses of the ranges of a task at which no host is known. */
function Unanswered({ task }: { task: Api<'Task'> }) {
  const { unanswered } = hostsDone(task);
  if (unanswered === 0) return null;
  return <>, {plural(unanswered, 'address', 'addresses')} did not answer</>;
}

function TaskButtons({ task, reload }: TaskHeadProps) {
  const isWorking = task.status === 'working';
  const path = { path: { id: task.id } };
  async function stop(): Promise<void> {
    try {
      await unwrap(api.POST('/api/v1/tasks/{id}/stop', { params: path }));
      announce(`${task.number_task} is stopping`);
      reload();
    } catch (thrown) {
      announce(asApiError(thrown).message, 'error');
    }
  }
  const { buttons, dialog } = useActions([
    { label: 'Stop', look: 'primary', isFor: () => isWorking, run: () => void stop() },
    {
      label: 'Run again',
      shortcut: 'r',
      hint: () => (task.template === null ? 'Its template was deleted' : null),
      run: () => void runTemplate(task.templates_id),
    },
    {
      label: 'Delete',
      look: 'danger',
      hint: () => (isWorking ? 'It is still working: stop it first' : null),
      dialog: (close) => (
        <FormDialog
          submit={`Delete ${task.number_task}`}
          isDangerous
          run={() => unwrap(api.DELETE('/api/v1/tasks/{id}', { params: path }))}
          done={`${task.number_task} deleted`}
          onDone={() => navigate('tasks')}
          onClose={close}
        >
          <p>Its results are deleted. Later differences are made without it.</p>
        </FormDialog>
      ),
    },
  ]);
  return (
    <div class="buttons">
      {buttons}
      {dialog}
    </div>
  );
}
