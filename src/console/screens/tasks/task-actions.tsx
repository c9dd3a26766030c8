import { useSignal } from '@preact/signals';
import { api, unwrap } from '../../api/client.js';
import type { List, PagedBody } from '../../api/list.js';
import type { Api } from '../../api/shapes.js';
import { RoleButton } from '../../parts/form/role-button.js';
import type { Selection } from '../../parts/table/selection.js';
import { useChosenRows } from '../../parts/tasks/chosen-rows.js';
import { EachDialog } from '../../parts/tasks/each-dialog.js';
import { plural } from '../../parts/text/plural.js';

type Task = Api<'Task'>;

interface TaskActionsProps {
  selection: Selection;
  list: List<PagedBody<Task>>;
}

const stop = (id: number) =>
  unwrap(api.POST('/api/v1/tasks/{id}/stop', { params: { path: { id } } }));
const remove = (id: number) =>
  unwrap(api.DELETE('/api/v1/tasks/{id}', { params: { path: { id } } }));

const isWorking = ({ status }: Task): boolean => status === 'working';
const isFinished = (task: Task): boolean => !isWorking(task);

/** The actions on selected tasks: only working ones can be stopped, only finished ones deleted. */
export function TaskActions({ selection, list }: TaskActionsProps) {
  const open = useSignal<'stop' | 'delete' | null>(null);
  const chosen = useChosenRows(selection, list);
  const some = (is: (task: Task) => boolean) => ({
    words: chosen.rows
      ? plural(chosen.rows.filter(is).length, 'task')
      : `those of ${plural(chosen.count, 'task')}`,
    isNone: chosen.rows?.some(is) === false,
    load: async () => (await chosen.load()).filter(is),
  });
  const working = some(isWorking);
  const finished = some(isFinished);
  const shared = {
    noun: 'task',
    onClose: () => (open.value = null),
    onDone: () => {
      selection.clear();
      list.reload();
    },
  };
  return (
    <>
      <RoleButton
        needs="operator"
        hint={chosen.hint ?? (working.isNone ? 'None of them is working' : null)}
        onClick={() => (open.value = 'stop')}
      >
        Stop
      </RoleButton>
      <RoleButton
        needs="operator"
        look="danger"
        hint={chosen.hint ?? (finished.isNone ? 'None of them has finished' : null)}
        onClick={() => (open.value = 'delete')}
      >
        Delete
      </RoleButton>
      {open.value === 'stop' && (
        <EachDialog
          {...shared}
          words={`Stop ${working.words}${chosen.rows ? '' : ' that work'}`}
          done="stopped"
          load={working.load}
          act={stop}
        >
          <p>Results of hosts that are done stay; the other hosts get the outcome stopped.</p>
        </EachDialog>
      )}
      {open.value === 'delete' && (
        <EachDialog
          {...shared}
          words={`Delete ${finished.words}${chosen.rows ? '' : ' that have finished'}`}
          done="deleted"
          load={finished.load}
          act={remove}
          isDangerous
        >
          <p>Their results are deleted. Later differences are made without them.</p>
        </EachDialog>
      )}
    </>
  );
}
