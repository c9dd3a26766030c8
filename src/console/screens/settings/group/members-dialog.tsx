import { useSignal } from '@preact/signals';
import { api, unwrap } from '../../../api/client.js';
import type { Api } from '../../../api/shapes.js';
import { FormDialog } from '../../../parts/form/form-dialog.js';
import { countChosen, type ChosenHosts } from '../../../parts/hosts/chosen-hosts.js';
import { HostPicker } from '../../../parts/hosts/host-picker.js';
import { plural } from '../../../parts/text/plural.js';
import { announce } from '../../../parts/toast.js';

interface MembersDialogProps {
  kind: 'add' | 'remove';
  group: Api<'Group'>;
  /** the hosts that are removed */
  chosen?: ChosenHosts;
  onClose: () => void;
  onChanged: () => void;
}

/** Adds a host to a group, or removes hosts from it. Members that others add meanwhile stay. */
export function MembersDialog(props: MembersDialogProps) {
  const { kind, group, chosen = { ids: [] }, onClose, onChanged } = props;
  const host = useSignal(0);
  const isAdding = kind === 'add';
  const hosts = plural(countChosen(chosen), 'host');
  const words = `Remove ${hosts} from ${group.name}`;
  async function run(): Promise<void> {
    const params = { path: { id: group.id } };
    if (isAdding)
      await unwrap(api.PATCH('/groups/{id}', { params, body: { add_host_ids: [host.value] } }));
    else if ('ids' in chosen)
      await unwrap(api.PATCH('/groups/{id}', { params, body: { remove_host_ids: chosen.ids } }));
    else await unwrap(api.DELETE('/groups/{id}/hosts', { params, body: chosen }));
    announce(isAdding ? 'Host added' : `${hosts} removed`);
    onChanged();
  }
  return (
    <FormDialog
      title={isAdding ? `Add a host to ${group.name}` : `${words}?`}
      submit={isAdding ? 'Add' : words}
      hint={isAdding && host.value === 0 ? 'Choose a host first' : null}
      run={run}
      onClose={onClose}
    >
      {isAdding ? (
        <HostPicker value={host.value} onChange={(id) => (host.value = id)} />
      ) : (
        <p>No host is deleted: everything that is known stays.</p>
      )}
    </FormDialog>
  );
}
