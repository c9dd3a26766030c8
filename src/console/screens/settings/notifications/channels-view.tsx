import { api, unwrap } from '../../../api/client.js';
import { useApiList } from '../../../api/list.js';
import type { Api } from '../../../api/shapes.js';
import { useActions, useRowActions, type Action } from '../../../parts/form/actions.js';
import { FormDialog } from '../../../parts/form/form-dialog.js';
import { Empty } from '../../../parts/notice.js';
import { NAMED_LIST, type Column } from '../../../parts/table/columns.js';
import { PagedTable } from '../../../parts/table/paged-table.js';
import { ChannelDialog } from './channel-dialog.js';
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
  const list = useApiList('/notification-channels', NAMED_LIST);
  const add = useActions([
    {
      label: 'Add a channel',
      needs: 'admin',
      look: 'primary',
      dialog: (close) => <ChannelDialog onClose={close} onDone={list.reload} />,
    },
  ]);
  const { column, dialog } = useRowActions(rowActions(list.reload));
  return (
    <>
      <div class="heading">{add.buttons}</div>
      <PagedTable
        label="Channels"
        list={list}
        columns={[...COLUMNS, column]}
        rowId={({ id }) => id}
        search="Search names"
        empty={
          <Empty title="There is no channel yet">
            Add the address of a chat, of a program, or of people, and then a rule.
          </Empty>
        }
      />
      {add.dialog}
      {dialog}
    </>
  );
}

const rowActions = (onDone: () => void): readonly Action<Channel>[] => [
  {
    label: 'Test',
    needs: 'admin',
    dialog: (onClose, channel) => <TestChannelDialog {...{ channel, onClose }} />,
  },
  {
    label: 'Edit',
    needs: 'admin',
    dialog: (onClose, channel) => <ChannelDialog {...{ channel, onClose, onDone }} />,
  },
  {
    label: 'Remove',
    needs: 'admin',
    look: 'danger',
    dialog: (onClose, { id, name }) => (
      <FormDialog
        title={`Remove ${name}?`}
        submit="Remove"
        isDangerous
        run={() => unwrap(api.DELETE('/notification-channels/{id}', { params: { path: { id } } }))}
        done={`${name} removed`}
        {...{ onClose, onDone }}
      >
        <p>Its rules are removed with it, and waiting messages are not sent.</p>
      </FormDialog>
    ),
  },
];
