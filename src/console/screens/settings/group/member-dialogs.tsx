import { useSignal } from '@preact/signals';
import { api, unwrap } from '../../../api/client.js';
import type { Api } from '../../../api/shapes.js';
import { FormDialog, type DialogProps } from '../../../parts/form/form-dialog.js';
import { countChosen, type ChosenHosts } from '../../../parts/hosts/chosen-hosts.js';
import { HostPicker } from '../../../parts/hosts/host-picker.js';
import { plural } from '../../../parts/text/plural.js';

type MemberProps = DialogProps & { group: Api<'Group'> };

/** Adds a host to a group. Members that others add meanwhile stay. */
export function AddMemberDialog({ group: { id, name }, ...ends }: MemberProps) {
  const host = useSignal(0);
  const params = { path: { id } };
  return (
    <FormDialog
      {...ends}
      title={`Add a host to ${name}`}
      submit="Add"
      hint={host.value === 0 ? 'Choose a host first' : null}
      run={() =>
        unwrap(api.PATCH('/groups/{id}', { params, body: { add_host_ids: [host.value] } }))
      }
      done="Host added"
    >
      <HostPicker value={host.value} onChange={(found) => (host.value = found)} />
    </FormDialog>
  );
}

/** Removes hosts from a group. Members that others add meanwhile stay. */
export function RemoveMembersDialog({
  group: { id, name },
  chosen,
  ...ends
}: MemberProps & { chosen: ChosenHosts }) {
  const hosts = plural(countChosen(chosen), 'host');
  const params = { path: { id } };
  const remove = (): Promise<unknown> =>
    'ids' in chosen
      ? unwrap(api.PATCH('/groups/{id}', { params, body: { remove_host_ids: chosen.ids } }))
      : unwrap(api.DELETE('/groups/{id}/hosts', { params, body: chosen }));
  return (
    <FormDialog
      {...ends}
      submit={`Remove ${hosts} from ${name}`}
      run={remove}
      done={`${hosts} removed`}
    >
      <p>No host is deleted: everything that is known stays.</p>
    </FormDialog>
  );
}
