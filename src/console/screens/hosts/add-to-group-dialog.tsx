import { api, unwrap } from '../../api/client.js';
import type { Api } from '../../api/shapes.js';
import { Fields, useForm } from '../../parts/form/fields.js';
import { type DialogProps, FormDialog } from '../../parts/form/form-dialog.js';
import { type ChosenHosts, countChosen } from '../../parts/hosts/chosen-hosts.js';
import { useLoadedGroups } from '../../parts/hosts/use-groups.js';
import { plural } from '../../parts/text/plural.js';
import { announce } from '../../parts/toast.js';

type AddToGroupDialogProps = DialogProps & { chosen: ChosenHosts };

/** Adds hosts to a group, or makes a group of them. It opens when the groups are loaded. */
export function AddToGroupDialog(props: AddToGroupDialogProps) {
  const groups = useLoadedGroups();
  return groups && <LoadedDialog {...props} groups={groups} />;
}

interface LoadedDialogProps extends AddToGroupDialogProps {
  groups: readonly Api<'Group'>[];
}

function LoadedDialog({ chosen, groups, ...ends }: LoadedDialogProps) {
  const hosts = plural(countChosen(chosen), 'host');
  const form = useForm({ group: groups[0]?.id ?? 0, name: '' });
  const { group, name } = form.values;
  async function run(): Promise<void> {
    announce(`${hosts} added to ${await addToGroup(group, name, chosen)}`);
  }
  return (
    <FormDialog {...ends} title={`Add ${hosts} to a group`} submit="Add" run={run}>
      <Fields
        of={form}
        fields={[
          {
            name: 'group',
            label: 'Group',
            options: [...groups.map(({ id, name: title }) => [id, title] as const), NEW_GROUP],
          },
          group === 0 && { name: 'name', label: 'Name of the new group', maxLength: 255 },
        ]}
      />
    </FormDialog>
  );
}

const NEW_GROUP = [0, 'a new group'] as const;

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
