import { api, unwrap } from '../../api/client.js';
import type { Api } from '../../api/shapes.js';
import { Fields, useForm } from '../form/fields.js';
import { FormDialog, type DialogProps } from '../form/form-dialog.js';

interface GroupDialogProps extends DialogProps {
  /** absent: a new one */
  group?: Api<'Group'>;
}

/** Creates a group, or changes its name and description. */
export function GroupDialog({ group, ...ends }: GroupDialogProps) {
  const form = useForm({ name: group?.name ?? '', description: group?.description ?? '' });
  const save = (body: typeof form.values): Promise<unknown> =>
    group
      ? unwrap(api.PATCH('/groups/{id}', { params: { path: { id: group.id } }, body }))
      : unwrap(api.POST('/groups', { body }));
  return (
    <FormDialog
      {...ends}
      title={group ? `Edit ${group.name}` : 'Create a group'}
      submit={group ? 'Save' : 'Create'}
      run={() => save(form.values)}
      done={group ? 'Group changed' : 'Group created'}
    >
      <Fields
        of={form}
        fields={[
          { name: 'name', label: 'Name', maxLength: 255 },
          { name: 'description', label: 'Description', isOptional: true, rows: 3 },
        ]}
      />
    </FormDialog>
  );
}
