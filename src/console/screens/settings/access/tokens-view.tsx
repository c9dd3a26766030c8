import { useSignal } from '@preact/signals';
import { api, unwrap } from '../../../api/client.js';
import type { Api } from '../../../api/shapes.js';
import { listQuery } from '../../../api/list-query.js';
import { useList } from '../../../api/list.js';
import { session } from '../../../api/session.js';
import { useListState } from '../../../app/use-list-state.js';
import { FormDialog } from '../../../parts/form/form-dialog.js';
import { RoleButton } from '../../../parts/form/role-button.js';
import { Notice } from '../../../parts/notice.js';
import { NAMED_LIST, type Column } from '../../../parts/table/columns.js';
import { PagedTable } from '../../../parts/table/paged-table.js';
import { ExactTime, Time } from '../../../parts/time.js';
import { announce } from '../../../parts/toast.js';

type Token = Api<'Token'>;

const COLUMNS: readonly Column<Token>[] = [
  { heading: 'Name', cell: ({ name }) => name, sort: ['-name', 'name'] },
  { heading: 'Role', cell: ({ role }) => role },
  { heading: 'Last used', cell: ({ last_used_at }) => <Time at={last_used_at} /> },
  { heading: 'Created', cell: ({ created_at }) => <ExactTime at={created_at} /> },
  {
    heading: 'Ends',
    cell: ({ expires_at }) => (expires_at === null ? 'never' : <ExactTime at={expires_at} />),
  },
];

/** The tokens. Their texts are not stored. @param version another number requests them again */
export function TokensView({ version }: { version: number }) {
  const control = useListState(NAMED_LIST);
  const revoked = useSignal<Token | null>(null);
  const query = listQuery<'listTokens'>(control.state);
  const list = useList(
    query,
    (asked, signal) => unwrap(api.GET('/tokens', { params: { query: asked }, signal })),
    [],
    `${version}`,
  );
  const own = session.value?.token_id;
  const actions: Column<Token> = {
    heading: 'Actions',
    isControl: true,
    cell: (token) => (
      <RoleButton
        needs="admin"
        look="danger"
        hint={token.id === own ? 'You are signed in with this token' : null}
        onClick={() => (revoked.value = token)}
      >
        Revoke
      </RoleButton>
    ),
  };
  return (
    <>
      <PagedTable
        label="Tokens"
        list={list}
        control={control}
        columns={[...COLUMNS, actions]}
        rowId={({ id }) => id}
        search="Search names"
        empty={
          <Notice kind="empty" title="There is no token">
            <p>The service is used with API_TOKEN. Create a token for each program and person.</p>
          </Notice>
        }
      />
      {revoked.value && (
        <RevokeDialog
          token={revoked.value}
          onClose={() => (revoked.value = null)}
          onRevoked={list.reload}
        />
      )}
    </>
  );
}

interface RevokeDialogProps {
  token: Token;
  onClose: () => void;
  onRevoked: () => void;
}

function RevokeDialog({ token: { id, name }, onClose, onRevoked }: RevokeDialogProps) {
  async function run(): Promise<void> {
    await unwrap(api.DELETE('/tokens/{id}', { params: { path: { id } } }));
    announce(`${name} revoked`);
    onRevoked();
  }
  return (
    <FormDialog title={`Revoke ${name}?`} submit="Revoke" isDangerous run={run} onClose={onClose}>
      <p>Programs that use it, and browsers that are signed in with it, are refused at once.</p>
    </FormDialog>
  );
}
