import { api, unwrap } from '../../../api/client.js';
import { useApiList } from '../../../api/list.js';
import type { Api } from '../../../api/shapes.js';
import { href } from '../../../app/place.js';
import { useActions } from '../../../parts/form/actions.js';
import { FormDialog, type DialogProps } from '../../../parts/form/form-dialog.js';
import { GroupDialog } from '../../../parts/hosts/group-dialog.js';
import { Empty } from '../../../parts/notice.js';
import { NAMED_LIST, type Column } from '../../../parts/table/columns.js';
import { PagedTable } from '../../../parts/table/paged-table.js';
import { useSelection } from '../../../parts/table/selection.js';
import { countText, plural } from '../../../parts/text/plural.js';
import { ExactTime } from '../../../parts/time.js';
import { SettingsPage } from '../settings-page.js';

const COLUMNS: readonly Column<Api<'Group'>>[] = [
  { heading: 'Name', cell: ({ name }) => name, sort: ['-name', 'name'] },
  { heading: 'Hosts', isNumber: true, cell: ({ host_ids }) => countText(host_ids.length) },
  { heading: 'Description', cell: ({ description }) => description },
  { heading: 'Changed', cell: ({ updated_at }) => <ExactTime at={updated_at} /> },
];

/** The groups of hosts. */
export default function GroupsScreen() {
  const list = useApiList('/groups', { ...NAMED_LIST, topics: ['groups', 'hosts'] });
  const selection = useSelection(list.control.state);
  const deleted = (): void => {
    selection.clear();
    list.reload();
  };
  const head = useActions([
    {
      label: 'Create a group',
      look: 'primary',
      shortcut: 'n',
      dialog: (close) => <GroupDialog onClose={close} onDone={list.reload} />,
    },
  ]);
  const selected = useActions([
    {
      label: 'Delete',
      look: 'danger',
      hint: () => (selection.isAllMatching ? 'Only for groups that are selected one by one' : null),
      dialog: (close) => (
        <DeleteGroupsDialog ids={[...selection.ids]} onClose={close} onDone={deleted} />
      ),
    },
  ]);
  return (
    <SettingsPage title="Groups" action={head.buttons}>
      <PagedTable
        label="Groups"
        list={list}
        columns={COLUMNS}
        rowId={({ id }) => id}
        search="Search names"
        rowHref={({ id }) => href(`settings/groups/${id}`)}
        selection={selection}
        actions={selected.buttons}
        empty={
          <Empty title="There is no group yet">
            Groups gather hosts for templates, credentials and notifications.
          </Empty>
        }
      />
      {head.dialog}
      {selected.dialog}
    </SettingsPage>
  );
}

function DeleteGroupsDialog({ ids, ...ends }: DialogProps & { ids: number[] }) {
  const what = plural(ids.length, 'group');
  return (
    <FormDialog
      {...ends}
      submit={`Delete ${what}`}
      isDangerous
      run={() => unwrap(api.DELETE('/groups', { body: { ids } }))}
      done={`${what} deleted`}
    >
      <p>
        The hosts stay. Templates and notification rules that name only{' '}
        {ids.length === 1 ? 'this group' : 'these groups'} find no host.
      </p>
    </FormDialog>
  );
}
