import { useSignal } from '@preact/signals';
import { api, unwrap } from '../../../api/client.js';
import type { Api } from '../../../api/shapes.js';
import { FormDialog } from '../../../parts/form/form-dialog.js';
import { HostPicker } from '../../../parts/hosts/host-picker.js';
import { plural } from '../../../parts/text/plural.js';
import { announce } from '../../../parts/toast.js';

interface MembersDialogProps {
  kind: 'add' | 'remove';
  group: Api<'Group'>;
  /** the hosts that are removed */
  ids?: number[];
  onClose: () => void;
  onChanged: () => void;
}

/** Adds a host to a group, or removes hosts from it. Members that others add meanwhile stay. */
export function MembersDialog({ kind, group, ids = [], onClose, onChanged }: MembersDialogProps) {
  const host = useSignal(0);
  const isAdding = kind === 'add';
  const words = `Remove ${plural(ids.length, 'host')} from ${group.name}`;
  async function run(): Promise<void> {
    const body = isAdding ? { add_host_ids: [host.value] } : { remove_host_ids: ids };
    await unwrap(api.PATCH('/groups/{id}', { params: { path: { id: group.id } }, body }));
    announce(isAdding ? 'Host added' : `${plural(ids.length, 'host')} removed`);
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
        <p>The hosts themselves stay, with everything that is known about them.</p>
      )}
    </FormDialog>
  );
}
