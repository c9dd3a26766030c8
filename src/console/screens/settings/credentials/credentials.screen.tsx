import { api, unwrap } from '../../../api/client.js';
import { useApiList } from '../../../api/list.js';
import { roleHint } from '../../../api/session.js';
import type { Api } from '../../../api/shapes.js';
import { useActions, useRowActions, type Action } from '../../../parts/form/actions.js';
import { FormDialog, type DialogProps } from '../../../parts/form/form-dialog.js';
import { useGroups } from '../../../parts/hosts/use-groups.js';
import { Empty } from '../../../parts/notice.js';
import { NAMED_LIST } from '../../../parts/table/columns.js';
import { PagedTable } from '../../../parts/table/paged-table.js';
import { plural } from '../../../parts/text/plural.js';
import { SettingsPage } from '../settings-page.js';
import { credentialColumns } from './credential-columns.js';
import { CredentialDialog } from './credential-dialog.js';
import { TestCredentialDialog } from './test-credential-dialog.js';

type Credential = Api<'Credential'>;

/** Logins to hosts: where they are used, when they last worked, and whether they work now. */
export default function CredentialsScreen() {
  const groups = useGroups();
  const list = useApiList('/credentials', {
    ...NAMED_LIST,
    topics: ['agents', 'tasks', 'templates'],
    isOff: roleHint('operator') !== null,
  });
  const add = useActions([
    {
      label: 'Add a credential',
      needs: 'admin',
      look: 'primary',
      shortcut: 'n',
      dialog: (close) => <CredentialDialog onClose={close} onDone={list.reload} />,
    },
  ]);
  const { column, dialog } = useRowActions(rowActions(list.reload));
  return (
    <SettingsPage title="Credentials" needs="operator" action={add.buttons}>
      <PagedTable
        label="Credentials"
        list={list}
        columns={[...credentialColumns(groups), column]}
        rowId={({ id }) => id}
        search="Search names"
        empty={
          <Empty title="There is no credential yet">
            Tasks that take inventories, and agents, log in to hosts with one.
          </Empty>
        }
      />
      {add.dialog}
      {dialog}
    </SettingsPage>
  );
}

const rowActions = (onDone: () => void): readonly Action<Credential>[] => [
  {
    label: 'Test',
    dialog: (onClose, credential) => <TestCredentialDialog {...{ credential, onClose }} />,
  },
  {
    label: 'Edit',
    needs: 'admin',
    dialog: (onClose, credential) => <CredentialDialog {...{ credential, onClose, onDone }} />,
  },
  {
    label: 'Remove',
    needs: 'admin',
    look: 'danger',
    dialog: (onClose, credential) => <RemoveDialog {...{ credential, onClose, onDone }} />,
  },
];

/** Removes a credential, after it says what will no longer work. */
function RemoveDialog({
  credential: { id, name, used_by },
  ...ends
}: DialogProps & { credential: Credential }) {
  const templates = used_by.template_ids.length;
  return (
    <FormDialog
      {...ends}
      title={`Remove ${name}?`}
      submit="Remove"
      isDangerous
      run={() => unwrap(api.DELETE('/credentials/{id}', { params: { path: { id } } }))}
      done={`${name} removed`}
    >
      <p>
        {templates === 0
          ? 'No template uses it.'
          : `${plural(templates, 'template uses', 'templates use')} it, and fail from now on.`}{' '}
        The secret cannot be restored.
      </p>
    </FormDialog>
  );
}
