import { useSignal } from '@preact/signals';
import type { Api } from '../../api/client.js';
import type { Resource } from '../../api/resource.js';
import { RoleButton } from '../../parts/form/role-button.js';
import { AddToGroupDialog } from './add-to-group-dialog.js';
import { DeleteHostsDialog } from '../../parts/hosts/delete-hosts-dialog.js';
import { ScanDialog } from '../../parts/hosts/scan-dialog.js';
import { plural } from '../../parts/text/plural.js';
import type { Selection } from '../../parts/table/selection.js';

interface HostActionsProps {
  selection: Selection;
  list: Resource<unknown>;
  groups: readonly Api<'Group'>[];
}

/** What can be done with the selected hosts. */
export function HostActions({ selection, list, groups }: HostActionsProps) {
  const open = useSignal<'scan' | 'group' | 'delete' | null>(null);
  const close = (): void => {
    open.value = null;
  };
  const ids = [...selection.ids];
  const hint = selection.isAllMatching ? 'Only for rows that are selected one by one' : null;
  const finished = (): void => {
    selection.clear();
    list.reload();
  };
  const button = (name: NonNullable<typeof open.value>, text: string) => (
    <RoleButton needs="operator" hint={hint} onClick={() => (open.value = name)}>
      {text}
    </RoleButton>
  );
  return (
    <>
      {button('scan', 'Scan now')}
      {button('group', 'Add to group')}
      {button('delete', 'Delete')}
      {open.value === 'scan' && (
        <ScanDialog ids={ids} name={`Scan of ${plural(ids.length, 'host')}`} onClose={close} />
      )}
      {open.value === 'group' && (
        <AddToGroupDialog ids={ids} groups={groups} onClose={close} onAdded={finished} />
      )}
      {open.value === 'delete' && (
        <DeleteHostsDialog ids={ids} onClose={close} onDeleted={finished} />
      )}
    </>
  );
}
