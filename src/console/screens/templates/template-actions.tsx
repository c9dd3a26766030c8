import { useSignal } from '@preact/signals';
import type { Api } from '../../api/shapes.js';
import type { Resource } from '../../api/resource.js';
import { navigate } from '../../app/router.js';
import { FormDialog } from '../../parts/form/form-dialog.js';
import { RoleButton } from '../../parts/form/role-button.js';
import type { PagedBody } from '../../parts/table/paged-table.js';
import type { Selection } from '../../parts/table/selection.js';
import { DeleteTemplatesDialog } from '../../parts/tasks/delete-templates-dialog.js';
import { eachInTurn } from '../../parts/tasks/each-in-turn.js';
import { startTask, enableSchedule } from '../../parts/tasks/template-changes.js';
import { plural } from '../../parts/text/plural.js';

interface TemplateActionsProps {
  selection: Selection;
  list: Resource<PagedBody<Api<'Template'>>>;
}

/** The actions on selected templates. */
export function TemplateActions({ selection, list }: TemplateActionsProps) {
  const open = useSignal<'run' | 'delete' | null>(null);
  const ids = [...selection.ids];
  const hint = selection.isAllMatching ? 'Only for rows that are selected one by one' : null;
  const close = (): void => {
    open.value = null;
  };
  const done = (): void => {
    selection.clear();
    list.reload();
  };
  const scheduled = (list.data?.data ?? [])
    .filter(({ id, schedule }) => selection.ids.has(id) && schedule !== null)
    .map(({ id }) => id);
  const turn = (enable: boolean): void =>
    void eachInTurn(
      scheduled,
      { noun: 'schedule', done: enable ? 'switched on' : 'switched off' },
      (id) => enableSchedule(id, enable),
    ).then(done);
  const noSchedule = scheduled.length === 0 ? 'None of them has a schedule' : null;
  return (
    <>
      <RoleButton needs="operator" hint={hint} onClick={() => (open.value = 'run')}>
        Run
      </RoleButton>
      <RoleButton needs="operator" hint={hint ?? noSchedule} onClick={() => turn(true)}>
        Switch on
      </RoleButton>
      <RoleButton needs="operator" hint={hint ?? noSchedule} onClick={() => turn(false)}>
        Switch off
      </RoleButton>
      <RoleButton
        needs="operator"
        hint={ids.length === 1 ? null : 'Only for one template'}
        onClick={() => navigate('templates/new', { copy: `${ids[0] ?? ''}` })}
      >
        Copy
      </RoleButton>
      <RoleButton
        needs="operator"
        look="danger"
        hint={hint}
        onClick={() => (open.value = 'delete')}
      >
        Delete
      </RoleButton>
      {open.value === 'run' && (
        <FormDialog
          title={`Run ${plural(ids.length, 'template')}?`}
          submit={`Start ${plural(ids.length, 'task')}`}
          run={() => eachInTurn(ids, { noun: 'task', done: 'started' }, startTask).then(done)}
          onClose={close}
        >
          <p>Starts {plural(ids.length, 'task')} now, beside those of the schedules.</p>
        </FormDialog>
      )}
      {open.value === 'delete' && (
        <DeleteTemplatesDialog ids={ids} onClose={close} onDeleted={done} />
      )}
    </>
  );
}
