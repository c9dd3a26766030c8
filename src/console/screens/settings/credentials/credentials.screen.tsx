import { useSignal } from '@preact/signals';
import { api, unwrap } from '../../../api/client.js';
import type { Api } from '../../../api/shapes.js';
import { listQuery } from '../../../api/list-query.js';
import { useResource } from '../../../api/resource.js';
import { roleHint } from '../../../api/session.js';
import { useKeys } from '../../../app/keys.js';
import { useListState } from '../../../app/use-list-state.js';
import { RoleButton } from '../../../parts/form/role-button.js';
import { Notice } from '../../../parts/notice.js';
import { PagedTable } from '../../../parts/table/paged-table.js';
import { SettingsPage } from '../settings-page.js';
import { CREDENTIAL_COLUMNS } from './credential-columns.js';
import { CredentialDialog } from './credential-dialog.js';
import { RemoveCredentialDialog } from './remove-credential-dialog.js';
import { TestCredentialDialog } from './test-credential-dialog.js';

type Credential = Api<'Credential'>;
type Open = 'add' | readonly [kind: 'edit' | 'test' | 'remove', credential: Credential] | null;

/** Logins to hosts: where they are used, when they last worked, and whether they work now. */
export default function CredentialsScreen() {
  const control = useListState({});
  const open = useSignal<Open>(null);
  const query = listQuery<'listCredentials'>(control.state);
  const list = useResource(
    roleHint('operator') === null ? JSON.stringify(query) : null,
    (signal) => unwrap(api.GET('/credentials', { params: { query }, signal })),
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
          ...CREDENTIAL_COLUMNS,
          {
            heading: 'Actions',
            cell: (credential) => (
              <RowActions credential={credential} show={(next) => (open.value = next)} />
            ),
          },
        ]}
        rowId={({ id }) => id}
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
