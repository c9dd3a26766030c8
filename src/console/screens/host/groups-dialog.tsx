import { useSignal } from '@preact/signals';
import { api, unwrap } from '../../api/client.js';
import type { Api } from '../../api/shapes.js';
import { FormDialog } from '../../parts/form/form-dialog.js';
import { useLoadedGroups } from '../../parts/hosts/use-groups.js';
import { announce } from '../../parts/toast.js';

interface GroupsDialogProps {
  host: Api<'Host'>;
  onClose: () => void;
  onChanged: () => void;
}

/** Chooses the groups of a host. It opens when the groups are loaded. */
export function GroupsDialog({ host, onClose, onChanged }: GroupsDialogProps) {
  const groups = useLoadedGroups();
  const chosen = useSignal<ReadonlySet<number>>(new Set(host.group_ids));
  const toggle = (id: number): void => {
    const next = new Set(chosen.value);
    if (!next.delete(id)) next.add(id);
    chosen.value = next;
  };
  async function run(): Promise<void> {
    const body = { group_ids: [...chosen.value] };
    await unwrap(api.PUT('/hosts/{id}', { params: { path: { id: host.id } }, body }));
    announce('Groups changed');
    onChanged();
  }
  if (!groups) return null;
  return (
    <FormDialog title="Groups of this host" submit="Save" run={run} onClose={onClose}>
      {groups.length === 0 && (
        <p class="muted">There is no group yet. Select hosts in the list of hosts to make one.</p>
      )}
      <fieldset>
        <legend>Groups</legend>
        {groups.map(({ id, name }) => (
          <label key={id}>
            <input type="checkbox" checked={chosen.value.has(id)} onChange={() => toggle(id)} />{' '}
            {name}
          </label>
        ))}
      </fieldset>
    </FormDialog>
  );
}
