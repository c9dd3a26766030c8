import { useSignal } from '@preact/signals';
import { api, unwrap } from '../../../api/client.js';
import type { Api } from '../../../api/shapes.js';
import { listQuery } from '../../../api/list-query.js';
import { useList } from '../../../api/list.js';
import { roleHint } from '../../../api/session.js';
import { useKeys } from '../../../app/keys.js';
import { useListState } from '../../../app/use-list-state.js';
import { RoleButton } from '../../../parts/form/role-button.js';
import { useRowActions, type RowAction } from '../../../parts/form/use-row-actions.js';
import { useGroups } from '../../../parts/hosts/use-groups.js';
import { Notice } from '../../../parts/notice.js';
import { NAMED_LIST } from '../../../parts/table/columns.js';
import { PagedTable } from '../../../parts/table/paged-table.js';
import { SettingsPage } from '../settings-page.js';
import { credentialColumns } from './credential-columns.js';
import { CredentialDialog } from './credential-dialog.js';
import { RemoveCredentialDialog } from './remove-credential-dialog.js';
import { TestCredentialDialog } from './test-credential-dialog.js';

type Credential = Api<'Credential'>;

/** Logins to hosts: where they are used, when they last worked, and whether they work now. */
export default function CredentialsScreen() {
  const control = useListState(NAMED_LIST);
  const groups = useGroups();
  const isAdding = useSignal(false);
  const query = listQuery<'listCredentials'>(control.state);
  const list = useList(
    roleHint('operator') === null ? query : null,
    (asked, signal) => unwrap(api.GET('/credentials', { params: { query: asked }, signal })),
    ['agents', 'tasks', 'templates'],
  );
  const add = (): void => {
    if (roleHint('admin') === null) isAdding.value = true;
  };
  const actions = useRowActions(rowActions(list.reload));
  useKeys({ n: add });
  return (
    <SettingsPage title="Credentials" needs="operator" action={<AddButton add={add} />}>
      <PagedTable
        label="Credentials"
        list={list}
        control={control}
        columns={[...credentialColumns(groups), actions.column]}
        rowId={({ id }) => id}
        search="Search names"
        empty={
          <Notice kind="empty" title="There is no credential yet">
            <p>Tasks that take inventories, and agents, log in to hosts with one.</p>
          </Notice>
        }
      />
      {isAdding.value && (
        <CredentialDialog onClose={() => (isAdding.value = false)} onSaved={list.reload} />
      )}
      {actions.dialog}
    </SettingsPage>
  );
}

const rowActions = (reload: () => void): readonly RowAction<Credential>[] => [
  {
    label: 'Test',
    needs: 'operator',
    dialog: (credential, close) => <TestCredentialDialog credential={credential} onClose={close} />,
  },
  {
    label: 'Edit',
    needs: 'admin',
    dialog: (credential, close) => (
      <CredentialDialog credential={credential} onClose={close} onSaved={reload} />
    ),
  },
  {
    label: 'Remove',
    needs: 'admin',
    look: 'danger',
    dialog: (credential, close) => (
      <RemoveCredentialDialog credential={credential} onClose={close} onRemoved={reload} />
    ),
  },
];

function AddButton({ add }: { add: () => void }) {
  return (
    <RoleButton needs="admin" look="primary" shortcut="n" onClick={add}>
      Add a credential
    </RoleButton>
  );
}
