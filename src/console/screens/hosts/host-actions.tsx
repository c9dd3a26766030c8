import type { PagedBody } from '../../api/list.js';
import type { Resource } from '../../api/resource.js';
import type { Api } from '../../api/shapes.js';
import { BatchDialog } from '../../parts/agents/batch-dialog.js';
import { useActions } from '../../parts/form/actions.js';
import { countChosen } from '../../parts/hosts/chosen-hosts.js';
import { DeleteHostsDialog } from '../../parts/hosts/delete-hosts-dialog.js';
import { ScanDialog } from '../../parts/hosts/scan-dialog.js';
import type { Selection } from '../../parts/table/selection.js';
import { plural } from '../../parts/text/plural.js';
import { AddToGroupDialog } from './add-to-group-dialog.js';

interface HostActionsProps {
  selection: Selection;
  /** of the list: what `all that match` are */
  filter: Api<'HostFilter'>;
  list: Resource<PagedBody<Api<'Host'>>>;
}

/** The actions for the selected hosts. */
export function HostActions({ selection, filter, list }: HostActionsProps) {
  const ids = [...selection.ids];
  const chosen = selection.isAllMatching ? { filter, expected: selection.matching } : { ids };
  const onDone = (): void => {
    selection.clear();
    list.reload();
  };
  const { buttons, dialog } = useActions([
    {
      label: 'Scan now',
      dialog: (onClose) => (
        <ScanDialog
          {...{ chosen, onClose }}
          name={`Scan of ${plural(countChosen(chosen), 'host')}`}
        />
      ),
    },
    {
      label: 'Add to group',
      dialog: (onClose) => <AddToGroupDialog {...{ chosen, onClose, onDone }} />,
    },
    {
      label: 'Install agent',
      dialog: (onClose) => (
        <BatchDialog
          action="install"
          hosts={'ids' in chosen ? { host_ids: ids } : chosen}
          onClose={onClose}
        />
      ),
    },
    {
      label: 'Delete',
      dialog: (onClose) => <DeleteHostsDialog {...{ chosen, onClose, onDone }} />,
    },
  ]);
  return (
    <>
      {buttons}
      {dialog}
    </>
  );
}
