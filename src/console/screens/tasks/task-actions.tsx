import { useSignal } from '@preact/signals';
import { api, unwrap } from '../../api/client.js';
import type { Api } from '../../api/shapes.js';
import type { Resource } from '../../api/resource.js';
import { FormDialog } from '../../parts/form/form-dialog.js';
import { RoleButton } from '../../parts/form/role-button.js';
import type { PagedBody } from '../../parts/table/paged-table.js';
import type { Selection } from '../../parts/table/selection.js';
import { eachInTurn } from '../../parts/tasks/each-in-turn.js';
import { plural } from '../../parts/text/plural.js';

interface TaskActionsProps {
  selection: Selection;
  list: Resource<PagedBody<Api<'Task'>>>;
}

const stop = (id: number) =>
  unwrap(api.POST('/api/v1/tasks/{id}/stop', { params: { path: { id } } }));
const remove = (id: number) =>
  unwrap(api.DELETE('/api/v1/tasks/{id}', { params: { path: { id } } }));

/** The actions on selected tasks: only working ones can be stopped, only finished ones deleted. */
export function TaskActions({ selection, list }: TaskActionsProps) {
  const open = useSignal<'stop' | 'delete' | null>(null);
  const chosen = (list.data?.data ?? []).filter(({ id }) => selection.ids.has(id));
  const working = chosen.filter(({ status }) => status === 'working').map(({ id }) => id);
  const finished = chosen.filter(({ status }) => status !== 'working').map(({ id }) => id);
  const isHeld = selection.isAllMatching ? 'Only for rows that are selected one by one' : null;
  const close = (): void => {
    open.value = null;
  };
  const done = (): void => {
    selection.clear();
    list.reload();
  };
  return (
    <>
      <RoleButton
        needs="operator"
        hint={isHeld ?? (working.length === 0 ? 'None of them is working' : null)}
        onClick={() => (open.value = 'stop')}
      >
        Stop
      </RoleButton>
      <RoleButton
        needs="operator"
        look="danger"
        hint={isHeld ?? (finished.length === 0 ? 'None of them has finished' : null)}
        onClick={() => (open.value = 'delete')}
      >
        Delete
      </RoleButton>
      {open.value === 'stop' && (
        <FormDialog
          title={`Stop ${plural(working.length, 'task')}?`}
          submit={`Stop ${plural(working.length, 'task')}`}
          run={() => eachInTurn(working, { noun: 'task', done: 'stopped' }, stop).then(done)}
          onClose={close}
        >
          <p>Results of hosts that are done stay; the other hosts get the outcome stopped.</p>
        </FormDialog>
      )}
      {open.value === 'delete' && (
        <FormDialog
          title={`Delete ${plural(finished.length, 'task')}?`}
          submit={`Delete ${plural(finished.length, 'task')}`}
          isDangerous
          run={() => eachInTurn(finished, { noun: 'task', done: 'deleted' }, remove).then(done)}
          onClose={close}
        >
          <p>Their results are deleted. Later differences are made without them.</p>
        </FormDialog>
      )}
    </>
  );
}
