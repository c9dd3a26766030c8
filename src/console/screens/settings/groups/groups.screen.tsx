import { useSignal } from '@preact/signals';
import { api, unwrap } from '../../../api/client.js';
import type { Api } from '../../../api/shapes.js';
import { listQuery } from '../../../api/list-query.js';
import { useList } from '../../../api/list.js';
import { roleHint } from '../../../api/session.js';
import { useKeys } from '../../../app/keys.js';
import { href } from '../../../app/place.js';
import { useListState } from '../../../app/use-list-state.js';
import { FormDialog } from '../../../parts/form/form-dialog.js';
import { RoleButton } from '../../../parts/form/role-button.js';
import { GroupDialog } from '../../../parts/hosts/group-dialog.js';
import { Notice } from '../../../parts/notice.js';
import { NAMED_LIST, type Column } from '../../../parts/table/columns.js';
import { PagedTable } from '../../../parts/table/paged-table.js';
import { useSelection } from '../../../parts/table/selection.js';
import { countText, plural } from '../../../parts/text/plural.js';
import { ExactTime } from '../../../parts/time.js';
import { announce } from '../../../parts/toast.js';
import { SettingsPage } from '../settings-page.js';

type Group = Api<'Group'>;

const COLUMNS: readonly Column<Group>[] = [
  { heading: 'Name', cell: ({ name }) => name, sort: ['-name', 'name'] },
  { heading: 'Hosts', isNumber: true, cell: ({ host_ids }) => countText(host_ids.length) },
  { heading: 'Description', cell: ({ description }) => description },
  { heading: 'Changed', cell: ({ updated_at }) => <ExactTime at={updated_at} /> },
];

/** The groups of hosts. */
export default function GroupsScreen() {
  const control = useListState(NAMED_LIST);
  const selection = useSelection(control.state);
  const open = useSignal<'add' | 'delete' | null>(null);
  const close = (): void => {
    open.value = null;
  };
  const query = listQuery<'listGroups'>(control.state);
  const list = useList(
    query,
    (asked, signal) => unwrap(api.GET('/groups', { params: { query: asked }, signal })),
    ['groups', 'hosts'],
  );
  const add = (): void => {
    if (roleHint('operator') === null) open.value = 'add';
  };
  useKeys({ n: add });
  const hint = selection.isAllMatching ? 'Only for groups that are selected one by one' : null;
  return (
    <SettingsPage
      title="Groups"
      action={
        <RoleButton needs="operator" look="primary" shortcut="n" onClick={add}>
          Create a group
        </RoleButton>
      }
    >
      <PagedTable
        label="Groups"
        list={list}
        control={control}
        columns={COLUMNS}
        rowId={({ id }) => id}
        search="Search names"
        rowHref={({ id }) => href(`settings/groups/${id}`)}
        selection={selection}
        actions={
          <RoleButton
            needs="operator"
            look="danger"
            hint={hint}
            onClick={() => (open.value = 'delete')}
          >
            Delete
          </RoleButton>
        }
        empty={<NoGroups />}
      />
      {open.value === 'add' && <GroupDialog onClose={close} onSaved={list.reload} />}
      {open.value === 'delete' && (
        <DeleteGroupsDialog
          ids={[...selection.ids]}
          onClose={close}
          onDeleted={() => {
            selection.clear();
            list.reload();
          }}
        />
      )}
    </SettingsPage>
  );
}

function NoGroups() {
  return (
    <Notice kind="empty" title="There is no group yet">
      <p>Groups gather hosts for templates, credentials and notifications.</p>
    </Notice>
  );
}

interface DeleteGroupsDialogProps {
  ids: number[];
  onClose: () => void;
  onDeleted: () => void;
}

function DeleteGroupsDialog({ ids, onClose, onDeleted }: DeleteGroupsDialogProps) {
  const what = plural(ids.length, 'group');
  async function run(): Promise<void> {
    await unwrap(api.DELETE('/groups', { body: { ids } }));
    announce(`${what} deleted`);
    onDeleted();
  }
  return (
    <FormDialog
      title={`Delete ${what}?`}
      submit={`Delete ${what}`}
      isDangerous
      run={run}
      onClose={onClose}
    >
      <p>
        The hosts stay. Templates and notification rules that name only{' '}
        {ids.length === 1 ? 'this group' : 'these groups'} find no host.
      </p>
    </FormDialog>
  );
}
