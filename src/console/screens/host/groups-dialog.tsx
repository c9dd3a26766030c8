import { api, unwrap } from '../../api/client.js';
import type { Api } from '../../api/shapes.js';
import { Checks } from '../../parts/form/checks.js';
import { useForm } from '../../parts/form/fields.js';
import { type DialogProps, FormDialog } from '../../parts/form/form-dialog.js';
import { useLoadedGroups } from '../../parts/hosts/use-groups.js';

/** Chooses the groups of a host. It opens when the groups are loaded. */
export function GroupsDialog({ host, ...ends }: DialogProps & { host: Api<'Host'> }) {
  const groups = useLoadedGroups();
  const { values, change } = useForm({ group_ids: host.group_ids });
  const params = { path: { id: host.id } };
  if (!groups) return null;
  return (
    <FormDialog
      {...ends}
      title="Groups of this host"
      submit="Save"
      run={() => unwrap(api.PUT('/hosts/{id}', { params, body: values }))}
      done="Groups changed"
    >
      {groups.length === 0 && (
        <p class="muted">There is no group yet. Select hosts in the list of hosts to make one.</p>
      )}
      <Checks
        legend="Groups"
        options={groups.map(({ id, name }) => [id, name])}
        chosen={values.group_ids}
        onChange={(group_ids) => change({ group_ids })}
      />
    </FormDialog>
  );
}
