import { useSignal } from '@preact/signals';
import type { List, PagedBody } from '../../api/list.js';
import type { Api } from '../../api/shapes.js';
import { navigate } from '../../app/router.js';
import { RoleButton } from '../../parts/form/role-button.js';
import type { Selection } from '../../parts/table/selection.js';
import { useChosenRows } from '../../parts/tasks/chosen-rows.js';
import { DeleteTemplatesDialog } from '../../parts/tasks/delete-templates-dialog.js';
import { EachDialog } from '../../parts/tasks/each-dialog.js';
import { enableSchedule, startTask } from '../../parts/tasks/template-changes.js';
import { plural } from '../../parts/text/plural.js';

type Template = Api<'Template'>;
type Open = 'run' | 'on' | 'off' | 'delete';

interface TemplateActionsProps {
  selection: Selection;
  list: List<PagedBody<Template>>;
}

const isScheduled = ({ schedule }: Template): boolean => schedule !== null;

/** The actions on selected templates. */
export function TemplateActions({ selection, list }: TemplateActionsProps) {
  const open = useSignal<Open | null>(null);
  const chosen = useChosenRows(selection, list);
  const { count, rows, hint } = chosen;
  const close = (): void => {
    open.value = null;
  };
  const done = (): void => {
    selection.clear();
    list.reload();
  };
  const noSchedule = rows?.some(isScheduled) === false ? 'None of them has a schedule' : null;
  const button = (name: Open, text: string, reason: string | null = null) => (
    <RoleButton needs="operator" hint={hint ?? reason} onClick={() => (open.value = name)}>
      {text}
    </RoleButton>
  );
  const shared = { onClose: close, onDone: done };
  const templates = plural(count, 'template');
  return (
    <>
      {button('run', 'Run')}
      {button('on', 'Switch on', noSchedule)}
      {button('off', 'Switch off', noSchedule)}
      <RoleButton
        needs="operator"
        hint={rows?.length === 1 ? null : 'Only for one template'}
        onClick={() => navigate('templates/new', { copy: `${rows?.[0]?.id ?? ''}` })}
      >
        Copy
      </RoleButton>
      {button('delete', 'Delete')}
      {open.value === 'run' && (
        <EachDialog
          {...shared}
          words={`Run ${templates}`}
          done="started"
          noun="task"
          load={chosen.load}
          act={startTask}
        >
          <p>Starts {plural(count, 'task')} now, beside those of the schedules.</p>
        </EachDialog>
      )}
      {(open.value === 'on' || open.value === 'off') && (
        <EachDialog
          {...shared}
          words={`Switch ${open.value} the schedules of ${templates}`}
          done={`switched ${open.value}`}
          noun="schedule"
          load={async () => (await chosen.load()).filter(isScheduled)}
          act={(id) => enableSchedule(id, open.peek() === 'on')}
        >
          <p>Templates without a schedule stay as they are, and so do tasks that work.</p>
        </EachDialog>
      )}
      {open.value === 'delete' && (
        <DeleteTemplatesDialog
          count={count}
          load={async () => (await chosen.load()).map(({ id }) => id)}
          onClose={close}
          onDone={done}
        />
      )}
    </>
  );
}
