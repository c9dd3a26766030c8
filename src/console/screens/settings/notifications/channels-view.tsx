import { useSignal } from '@preact/signals';
import { api, unwrap } from '../../../api/client.js';
import type { Api } from '../../../api/shapes.js';
import { listQuery } from '../../../api/list-query.js';
import { useList } from '../../../api/list.js';
import { useListState } from '../../../app/use-list-state.js';
import { RoleButton } from '../../../parts/form/role-button.js';
import { Notice } from '../../../parts/notice.js';
import { NAMED_LIST, type Column } from '../../../parts/table/columns.js';
import { PagedTable } from '../../../parts/table/paged-table.js';
import { ChannelDialog } from './channel-dialog.js';
import { RemoveDialog } from './remove-dialog.js';
import { TestChannelDialog } from './test-channel-dialog.js';

type Channel = Api<'NotificationChannel'>;
type Open = 'add' | readonly [kind: 'edit' | 'test' | 'remove', channel: Channel] | null;

const COLUMNS: readonly Column<Channel>[] = [
  { heading: 'Name', cell: ({ name }) => name, sort: ['-name', 'name'] },
  { heading: 'Type', cell: ({ type, format }) => (format === null ? type : `${type}, ${format}`) },
  { heading: 'To', cell: ({ url, to }) => url ?? to.join(', ') },
  { heading: 'On', cell: ({ enabled }) => (enabled ? 'yes' : 'no: nothing is sent') },
];

/** The channels: chats, programs and mail addresses. */
export function ChannelsView() {
  const control = useListState(NAMED_LIST);
  const open = useSignal<Open>(null);
  const query = listQuery<'listNotificationChannels'>(control.state);
  const list = useList(query, (asked, signal) =>
    unwrap(api.GET('/notification-channels', { params: { query: asked }, signal })),
  );
  const show = (next: Open): void => {
    open.value = next;
  };
  return (
    <>
      <div class="heading">
        <RoleButton needs="admin" look="primary" onClick={() => show('add')}>
          Add a channel
        </RoleButton>
      </div>
      <PagedTable
        label="Channels"
        list={list}
        control={control}
        columns={[
          ...COLUMNS,
          {
            heading: 'Actions',
            cell: (channel) => <RowActions channel={channel} show={show} />,
          },
        ]}
        rowId={({ id }) => id}
        search="Search names"
        empty={
          <Notice kind="empty" title="There is no channel yet">
            <p>Add the address of a chat, of a program, or of people, and then a rule.</p>
          </Notice>
        }
      />
      <OpenDialog open={open.value} close={() => show(null)} reload={list.reload} />
    </>
  );
}

function RowActions({ channel, show }: { channel: Channel; show: (open: Open) => void }) {
  return (
    <div class="buttons">
      <RoleButton needs="admin" onClick={() => show(['test', channel])}>
        Test
      </RoleButton>
      <RoleButton needs="admin" onClick={() => show(['edit', channel])}>
        Edit
      </RoleButton>
      <RoleButton needs="admin" look="danger" onClick={() => show(['remove', channel])}>
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
  if (open === 'add') return <ChannelDialog onClose={close} onSaved={reload} />;
  const [kind, channel] = open;
  const { id, name } = channel;
  if (kind === 'edit') return <ChannelDialog channel={channel} onClose={close} onSaved={reload} />;
  if (kind === 'test') return <TestChannelDialog channel={channel} onClose={close} />;
  return (
    <RemoveDialog
      name={name}
      effect="Its rules are removed with it, and waiting messages are not sent."
      remove={() => unwrap(api.DELETE('/notification-channels/{id}', { params: { path: { id } } }))}
      onClose={close}
      onRemoved={reload}
    />
  );
}
