import { useSignal } from '@preact/signals';
import { api, unwrap } from '../../api/client.js';
import type { Api } from '../../api/shapes.js';
import { FormDialog } from '../form/form-dialog.js';
import { TextField } from '../form/text-field.js';
import { announce } from '../toast.js';

interface GroupDialogProps {
  /** absent: a new one */
  group?: Api<'Group'>;
  onClose: () => void;
  onSaved: () => void;
}

/** Creates a group, or changes its name and description. */
export function GroupDialog({ group, onClose, onSaved }: GroupDialogProps) {
  const name = useSignal(group?.name ?? '');
  const description = useSignal(group?.description ?? '');
  async function run(): Promise<void> {
    const body = { name: name.value, description: description.value };
    if (group)
      await unwrap(api.PATCH('/groups/{id}', { params: { path: { id: group.id } }, body }));
    else await unwrap(api.POST('/groups', { body }));
    announce(group ? 'Group changed' : 'Group created');
    onSaved();
  }
  return (
    <FormDialog
      title={group ? `Edit ${group.name}` : 'Create a group'}
      submit={group ? 'Save' : 'Create'}
      run={run}
      onClose={onClose}
    >
      <TextField
        label="Name"
        maxLength={255}
        value={name.value}
        onChange={(text) => (name.value = text)}
      />
      <TextField
        label="Description"
        isOptional
        rows={3}
        value={description.value}
        onChange={(text) => (description.value = text)}
      />
    </FormDialog>
  );
}
