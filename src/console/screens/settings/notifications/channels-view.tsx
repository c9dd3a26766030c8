import { useSignal } from '@preact/signals';
import { api, unwrap } from '../../../api/client.js';
import type { Api } from '../../../api/shapes.js';
import { listQuery } from '../../../api/list-query.js';
import { useList } from '../../../api/list.js';
import { useListState } from '../../../app/use-list-state.js';
import { RoleButton } from '../../../parts/form/role-button.js';
import { useRowActions, type RowAction } from '../../../parts/form/use-row-actions.js';
import { Notice } from '../../../parts/notice.js';
import { NAMED_LIST, type Column } from '../../../parts/table/columns.js';
import { PagedTable } from '../../../parts/table/paged-table.js';
import { ChannelDialog } from './channel-dialog.js';
import { RemoveDialog } from './remove-dialog.js';
import { TestChannelDialog } from './test-channel-dialog.js';

type Channel = Api<'NotificationChannel'>;

const COLUMNS: readonly Column<Channel>[] = [
  { heading: 'Name', cell: ({ name }) => name, sort: ['-name', 'name'] },
  { heading: 'Type', cell: ({ type, format }) => (format === null ? type : `${type}, ${format}`) },
  { heading: 'To', cell: ({ url, to }) => url ?? to.join(', ') },
  { heading: 'On', cell: ({ enabled }) => (enabled ? 'yes' : 'no: nothing is sent') },
];

/** The channels: chats, programs and mail addresses. */
export function ChannelsView() {
  const control = useListState(NAMED_LIST);
  const isAdding = useSignal(false);
  const query = listQuery<'listNotificationChannels'>(control.state);
  const list = useList(query, (asked, signal) =>
    unwrap(api.GET('/notification-channels', { params: { query: asked }, signal })),
  );
  const actions = useRowActions(rowActions(list.reload));
  return (
    <>
      <div class="heading">
        <RoleButton needs="admin" look="primary" onClick={() => (isAdding.value = true)}>
          Add a channel
        </RoleButton>
      </div>
      <PagedTable
        label="Channels"
        list={list}
        control={control}
        columns={[...COLUMNS, actions.column]}
        rowId={({ id }) => id}
        search="Search names"
        empty={
          <Notice kind="empty" title="There is no channel yet">
            <p>Add the address of a chat, of a program, or of people, and then a rule.</p>
          </Notice>
        }
      />
      {isAdding.value && (
        <ChannelDialog onClose={() => (isAdding.value = false)} onSaved={list.reload} />
      )}
      {actions.dialog}
    </>
  );
}

const rowActions = (reload: () => void): readonly RowAction<Channel>[] => [
  {
    label: 'Test',
    needs: 'admin',
    dialog: (channel, close) => <TestChannelDialog channel={channel} onClose={close} />,
  },
  {
    label: 'Edit',
    needs: 'admin',
    dialog: (channel, close) => (
      <ChannelDialog channel={channel} onClose={close} onSaved={reload} />
    ),
  },
  {
    label: 'Remove',
    needs: 'admin',
    look: 'danger',
    dialog: ({ id, name }, close) => (
      <RemoveDialog
        name={name}
        effect="Its rules are removed with it, and waiting messages are not sent."
        remove={() =>
          unwrap(api.DELETE('/notification-channels/{id}', { params: { path: { id } } }))
        }
        onClose={close}
        onRemoved={reload}
      />
    ),
  },
];
