import { useSignal } from '@preact/signals';
import { api, unwrap } from '../../api/client.js';
import type { Api } from '../../api/shapes.js';
import { Field } from '../../parts/form/field.js';
import { FormDialog } from '../../parts/form/form-dialog.js';
import { countChosen, type ChosenHosts } from '../../parts/hosts/chosen-hosts.js';
import { useLoadedGroups } from '../../parts/hosts/use-groups.js';
import { plural } from '../../parts/text/plural.js';
import { announce } from '../../parts/toast.js';

interface AddToGroupDialogProps {
  chosen: ChosenHosts;
  onClose: () => void;
  onAdded: () => void;
}

/** Adds hosts to a group, or makes a group of them. It opens when the groups are loaded. */
export function AddToGroupDialog(props: AddToGroupDialogProps) {
  const groups = useLoadedGroups();
  return groups && <LoadedDialog {...props} groups={groups} />;
}

interface LoadedDialogProps extends AddToGroupDialogProps {
  groups: readonly Api<'Group'>[];
}

function LoadedDialog({ chosen, groups, onClose, onAdded }: LoadedDialogProps) {
  const hosts = plural(countChosen(chosen), 'host');
  const group = useSignal(groups[0]?.id ?? 0);
  const name = useSignal('');
  async function run(): Promise<void> {
    const added = await addToGroup(group.value, name.value, chosen);
    announce(`${hosts} added to ${added}`);
    onAdded();
  }
  return (
    <FormDialog title={`Add ${hosts} to a group`} submit="Add" run={run} onClose={onClose}>
      <Field label="Group">
        <select
          value={group.value}
          onChange={(event) => (group.value = Number(event.currentTarget.value))}
        >
          {groups.map(({ id, name: title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
          <option value={0}>a new group</option>
        </select>
      </Field>
      {group.value === 0 && (
        <Field label="Name of the new group">
          <input
            required
            maxLength={255}
            value={name.value}
            onInput={(event) => (name.value = event.currentTarget.value)}
          />
        </Field>
      )}
    </FormDialog>
  );
}

/** Returns the name of the group. */
async function addToGroup(id: number, name: string, chosen: ChosenHosts): Promise<string> {
  if (id === 0) return addToNewGroup(name, chosen);
  const params = { path: { id } };
  const { data } = await unwrap(
    'ids' in chosen
      ? api.PATCH('/groups/{id}', { params, body: { add_host_ids: chosen.ids } })
      : api.PUT('/groups/{id}/hosts', { params, body: chosen }),
  );
  return data.name;
}

async function addToNewGroup(name: string, chosen: ChosenHosts): Promise<string> {
  const host_ids = 'ids' in chosen ? chosen.ids : [];
  const { data } = await unwrap(api.POST('/groups', { body: { name, host_ids } }));
  if (!('ids' in chosen)) await addToGroup(data.id, name, chosen);
  return data.name;
}
