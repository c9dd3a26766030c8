import { useSignal } from '@preact/signals';
import { api, unwrap } from '../../../api/client.js';
import type { Api } from '../../../api/shapes.js';
import { listQuery } from '../../../api/list-query.js';
import { useList } from '../../../api/list.js';
import { roleHint } from '../../../api/session.js';
import { useKeys } from '../../../app/keys.js';
import { useListState } from '../../../app/use-list-state.js';
import { RoleButton } from '../../../parts/form/role-button.js';
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
type Open = 'add' | readonly [kind: 'edit' | 'test' | 'remove', credential: Credential] | null;

/** Logins to hosts: where they are used, when they last worked, and whether they work now. */
export default function CredentialsScreen() {
  const control = useListState(NAMED_LIST);
  const groups = useGroups();
  const open = useSignal<Open>(null);
  const query = listQuery<'listCredentials'>(control.state);
  const list = useList(
    roleHint('operator') === null ? query : null,
    (asked, signal) => unwrap(api.GET('/credentials', { params: { query: asked }, signal })),
    ['agents', 'tasks'],
  );
  const add = (): void => {
    if (roleHint('admin') === null) open.value = 'add';
  };
  useKeys({ n: add });
  return (
    <SettingsPage title="Credentials" needs="operator" action={<AddButton add={add} />}>
      <PagedTable
        label="Credentials"
        list={list}
        control={control}
        columns={[
          ...credentialColumns(groups),
          {
            heading: 'Actions',
            cell: (credential) => (
              <RowActions credential={credential} show={(next) => (open.value = next)} />
            ),
          },
        ]}
        rowId={({ id }) => id}
        search="Search names"
        empty={
          <Notice kind="empty" title="There is no credential yet">
            <p>Tasks that take inventories, and agents, log in to hosts with one.</p>
          </Notice>
        }
      />
      <OpenDialog open={open.value} close={() => (open.value = null)} reload={list.reload} />
    </SettingsPage>
  );
}

function AddButton({ add }: { add: () => void }) {
  return (
    <RoleButton needs="admin" look="primary" shortcut="n" onClick={add}>
      Add a credential
    </RoleButton>
  );
}

function RowActions({ credential, show }: { credential: Credential; show: (o: Open) => void }) {
  return (
    <div class="buttons">
      <RoleButton needs="operator" onClick={() => show(['test', credential])}>
        Test
      </RoleButton>
      <RoleButton needs="admin" onClick={() => show(['edit', credential])}>
        Edit
      </RoleButton>
      <RoleButton needs="admin" look="danger" onClick={() => show(['remove', credential])}>
        Remove
      </RoleButton>
    </div>
  );
}

interface OpenDialogProps {
  open: Open;
  close: () => void;
  reload: () => void;
}

function OpenDialog({ open, close, reload }: OpenDialogProps) {
  if (open === null) return null;
  if (open === 'add') return <CredentialDialog onClose={close} onSaved={reload} />;
  const [kind, credential] = open;
  if (kind === 'edit')
    return <CredentialDialog credential={credential} onClose={close} onSaved={reload} />;
  if (kind === 'test') return <TestCredentialDialog credential={credential} onClose={close} />;
  return <RemoveCredentialDialog credential={credential} onClose={close} onRemoved={reload} />;
}
