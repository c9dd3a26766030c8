import { useSignal } from '@preact/signals';
import type { Api } from '../../api/shapes.js';
import type { Resource } from '../../api/resource.js';
import { BatchDialog } from '../../parts/agents/batch-dialog.js';
import { RoleButton } from '../../parts/form/role-button.js';
import { AddToGroupDialog } from './add-to-group-dialog.js';
import { countChosen } from '../../parts/hosts/chosen-hosts.js';
import { DeleteHostsDialog } from '../../parts/hosts/delete-hosts-dialog.js';
import { ScanDialog } from '../../parts/hosts/scan-dialog.js';
import { plural } from '../../parts/text/plural.js';
import type { PagedBody } from '../../parts/table/paged-table.js';
import type { Selection } from '../../parts/table/selection.js';

interface HostActionsProps {
  selection: Selection;
  /** of the list: what `all that match` are */
  filter: Api<'HostFilter'>;
  list: Resource<PagedBody<Api<'Host'>>>;
}

/** The actions for the selected hosts. */
export function HostActions({ selection, filter, list }: HostActionsProps) {
  const open = useSignal<'scan' | 'group' | 'agent' | 'delete' | null>(null);
  const close = (): void => {
    open.value = null;
  };
  const ids = [...selection.ids];
  const chosen = selection.isAllMatching ? { filter, expected: selection.matching } : { ids };
  const finished = (): void => {
    selection.clear();
    list.reload();
  };
  const button = (name: NonNullable<typeof open.value>, text: string) => (
    <RoleButton needs="operator" onClick={() => (open.value = name)}>
      {text}
    </RoleButton>
  );
  return (
    <>
      {button('scan', 'Scan now')}
      {button('group', 'Add to group')}
      {button('agent', 'Install agent')}
      {button('delete', 'Delete')}
      {open.value === 'scan' && (
        <ScanDialog
          chosen={chosen}
          name={`Scan of ${plural(countChosen(chosen), 'host')}`}
          onClose={close}
        />
      )}
      {open.value === 'group' && (
        <AddToGroupDialog chosen={chosen} onClose={close} onAdded={finished} />
      )}
      {open.value === 'agent' && (
        <BatchDialog
          action="install"
          hosts={'ids' in chosen ? { host_ids: ids } : chosen}
          onClose={close}
        />
      )}
      {open.value === 'delete' && (
        <DeleteHostsDialog chosen={chosen} onClose={close} onDeleted={finished} />
      )}
    </>
  );
}
