import { useSignal } from '@preact/signals';
import { api, unwrap } from '../../../api/client.js';
import type { Api } from '../../../api/shapes.js';
import { listQuery } from '../../../api/list-query.js';
import { useList } from '../../../api/list.js';
import { useListState } from '../../../app/use-list-state.js';
import { FormDialog } from '../../../parts/form/form-dialog.js';
import { RoleButton } from '../../../parts/form/role-button.js';
import { Notice } from '../../../parts/notice.js';
import { sortsOf, type Column } from '../../../parts/table/columns.js';
import { PagedTable } from '../../../parts/table/paged-table.js';
import { ExactTime, Time } from '../../../parts/time.js';
import { announce } from '../../../parts/toast.js';

type Session = Api<'Session'>;

const COLUMNS: readonly Column<Session>[] = [
  {
    heading: 'Token',
    sort: ['-token_name', 'token_name'],
    cell: ({ token_name, is_current }) => (
      <>
        {token_name} {is_current && <span class="badge">this browser</span>}
      </>
    ),
  },
  { heading: 'Role', cell: ({ role }) => role },
  {
    heading: 'Address',
    isAddress: true,
    cell: ({ address }) => address,
    sort: ['-address', 'address'],
  },
  { heading: 'Browser', cell: ({ user_agent }) => user_agent ?? 'unknown' },
  {
    heading: 'Signed in',
    cell: ({ created_at }) => <ExactTime at={created_at} />,
    sort: ['-id', 'id'],
  },
  {
    heading: 'Last used',
    cell: ({ last_used_at }) => <Time at={last_used_at} />,
    sort: ['-last_used_at', 'last_used_at'],
  },
  {
    heading: 'Ends',
    cell: ({ expires_at }) => <ExactTime at={expires_at} />,
    sort: ['-expires_at', 'expires_at'],
  },
];
const SESSION_LIST = { sorts: sortsOf(COLUMNS) };

/** The browsers that are signed in. */
export function SessionsView() {
  const control = useListState(SESSION_LIST);
  const ended = useSignal<Session | null>(null);
  const query = listQuery<'listSessions'>(control.state);
  const list = useList(query, (asked, signal) =>
    unwrap(api.GET('/sessions', { params: { query: asked }, signal })),
  );
  const actions: Column<Session> = {
    heading: 'Actions',
    isControl: true,
    cell: (session) => (
      <RoleButton
        needs="admin"
        look="danger"
        hint={session.is_current ? 'This is your session: sign out instead' : null}
        onClick={() => (ended.value = session)}
      >
        End
      </RoleButton>
    ),
  };
  return (
    <>
      <PagedTable
        label="Sessions"
        list={list}
        control={control}
        columns={[...COLUMNS, actions]}
        rowId={({ id }) => id}
        search="Search tokens, addresses and browsers"
        empty={<Notice kind="empty" title="No browser is signed in" />}
      />
      {ended.value && (
        <EndDialog
          session={ended.value}
          onClose={() => (ended.value = null)}
          onEnded={list.reload}
        />
      )}
    </>
  );
}

interface EndDialogProps {
  session: Session;
  onClose: () => void;
  onEnded: () => void;
}

function EndDialog({ session: { id, token_name, address }, onClose, onEnded }: EndDialogProps) {
  async function run(): Promise<void> {
    await unwrap(api.DELETE('/sessions/{id}', { params: { path: { id } } }));
    announce('Session ended');
    onEnded();
  }
  return (
    <FormDialog
      title="End this session?"
      submit="End the session"
      isDangerous
      run={run}
      onClose={onClose}
    >
      <p>
        The browser at {address} is signed out at once. Its user can sign in again as long as the
        token {token_name} is not revoked.
      </p>
    </FormDialog>
  );
}
