import { api, unwrap } from '../../../api/client.js';
import { useApiList, type List, type PagedBody } from '../../../api/list.js';
import { session } from '../../../api/session.js';
import type { Api } from '../../../api/shapes.js';
import { useRowActions } from '../../../parts/form/actions.js';
import { FormDialog } from '../../../parts/form/form-dialog.js';
import { Empty } from '../../../parts/notice.js';
import { sortsOf, type Column } from '../../../parts/table/columns.js';
import { PagedTable } from '../../../parts/table/paged-table.js';
import { ExactTime, Time } from '../../../parts/time.js';

type Session = Api<'Session'>;
type Token = Api<'Token'>;

const TOKENS: readonly Column<Token>[] = [
  { heading: 'Name', cell: ({ name }) => name, sort: ['-name', 'name'] },
  { heading: 'Role', cell: ({ role }) => role },
  { heading: 'Last used', cell: ({ last_used_at }) => <Time at={last_used_at} /> },
  { heading: 'Created', cell: ({ created_at }) => <ExactTime at={created_at} /> },
  {
    heading: 'Ends',
    cell: ({ expires_at }) => (expires_at === null ? 'never' : <ExactTime at={expires_at} />),
  },
];

/** The tokens. Their texts are not stored. */
export function TokensView({ list }: { list: List<PagedBody<Token>> }) {
  const own = session.value?.token_id;
  const { column, dialog } = useRowActions<Token>([
    {
      label: 'Revoke',
      needs: 'admin',
      look: 'danger',
      hint: ({ id }) => (id === own ? 'You are signed in with this token' : null),
      dialog: (close, { id, name }) => (
        <FormDialog
          title={`Revoke ${name}?`}
          submit="Revoke"
          isDangerous
          run={() => unwrap(api.DELETE('/tokens/{id}', { params: { path: { id } } }))}
          done={`${name} revoked`}
          onDone={list.reload}
          onClose={close}
        >
          <p>Programs that use it, and browsers that are signed in with it, are refused at once.</p>
        </FormDialog>
      ),
    },
  ]);
  return (
    <>
      <PagedTable
        label="Tokens"
        list={list}
        columns={[...TOKENS, column]}
        rowId={({ id }) => id}
        search="Search names"
        empty={
          <Empty title="There is no token">
            The service is used with API_TOKEN. Create a token for each program and person.
          </Empty>
        }
      />
      {dialog}
    </>
  );
}

const SESSIONS: readonly Column<Session>[] = [
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

/** The browsers that are signed in. */
export function SessionsView() {
  const list = useApiList('/sessions', { sorts: sortsOf(SESSIONS) });
  const { column, dialog } = useRowActions<Session>([
    {
      label: 'End',
      needs: 'admin',
      look: 'danger',
      hint: ({ is_current }) => (is_current ? 'This is your session: sign out instead' : null),
      dialog: (close, { id, token_name, address }) => (
        <FormDialog
          title="End this session?"
          submit="End the session"
          isDangerous
          run={() => unwrap(api.DELETE('/sessions/{id}', { params: { path: { id } } }))}
          done="Session ended"
          onDone={list.reload}
          onClose={close}
        >
          <p>
            The browser at {address} is signed out at once. Its user can sign in again as long as
            the token {token_name} is not revoked.
          </p>
        </FormDialog>
      ),
    },
  ]);
  return (
    <>
      <PagedTable
        label="Sessions"
        list={list}
        columns={[...SESSIONS, column]}
        rowId={({ id }) => id}
        search="Search tokens, addresses and browsers"
        empty={<Empty title="No browser is signed in" />}
      />
      {dialog}
    </>
  );
}
