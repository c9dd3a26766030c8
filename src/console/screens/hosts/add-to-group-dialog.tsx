import { useSignal } from '@preact/signals';
import { api, unwrap } from '../../api/client.js';
import type { Api } from '../../api/shapes.js';
import { Field } from '../../parts/form/field.js';
import { FormDialog } from '../../parts/form/form-dialog.js';
import { plural } from '../../parts/text/plural.js';
import { announce } from '../../parts/toast.js';

interface AddToGroupDialogProps {
  ids: readonly number[];
  groups: readonly Api<'Group'>[];
  onClose: () => void;
  onAdded: () => void;
}

/** Adds hosts to a group, or makes a group of them. */
export function AddToGroupDialog({ ids, groups, onClose, onAdded }: AddToGroupDialogProps) {
  const group = useSignal(groups[0]?.id ?? 0);
  const name = useSignal('');
  async function run(): Promise<void> {
    const added = await addToGroup(group.value, name.value, ids);
    announce(`${plural(ids.length, 'host')} added to ${added}`);
    onAdded();
  }
  return (
    <FormDialog
      title={`Add ${plural(ids.length, 'host')} to a group`}
      submit="Add"
      run={run}
      onClose={onClose}
    >
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
async function addToGroup(id: number, name: string, ids: readonly number[]): Promise<string> {
  const host_ids = [...ids];
  if (id === 0) {
    await unwrap(api.POST('/groups', { body: { name, host_ids } }));
    return name;
  }
  const params = { path: { id } };
  const body = { add_host_ids: host_ids };
  return (await unwrap(api.PATCH('/groups/{id}', { params, body }))).data.name;
}
