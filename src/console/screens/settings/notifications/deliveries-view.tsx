import { useApiList } from '../../../api/list.js';
import type { Api } from '../../../api/shapes.js';
import { href } from '../../../app/place.js';
import { Empty } from '../../../parts/notice.js';
import { sortsOf, type Column, type FilterChoice } from '../../../parts/table/columns.js';
import { PagedTable } from '../../../parts/table/paged-table.js';
import { ExactTime, Time } from '../../../parts/time.js';
import { channelName, useChannels } from './use-channels.js';

type Delivery = Api<'NotificationDelivery'>;
type Channel = Api<'NotificationChannel'>;

/** The messages, newest first, and whether they arrived. */
export function DeliveriesView() {
  const channels = useChannels();
  const filters = filtersOf(channels);
  const columns = columnsOf(channels);
  const list = useApiList('/notification-deliveries', {
    sorts: sortsOf(columns),
    filters: filters.map(({ name }) => name),
    topics: ['tasks'],
  });
  return (
    <PagedTable
      label="Deliveries"
      list={list}
      columns={columns}
      rowId={({ id }) => id}
      search="Search channels, events and errors"
      filters={filters}
      empty={
        <Empty title="No message was sent yet">
          <a href={href('settings/notifications', { view: 'rules' })}>Rules</a> say which events are
          sent.
        </Empty>
      }
    />
  );
}

const filtersOf = (channels: readonly Channel[]): FilterChoice[] => [
  {
    name: 'state',
    label: 'State',
    options: ['pending', 'sent', 'failed'].map((name) => [name, name]),
  },
  {
    name: 'channel_id',
    label: 'Channel',
    options: channels.map(({ id, name }) => [`${id}`, name]),
  },
];

const columnsOf = (channels: readonly Channel[]): readonly Column<Delivery>[] => [
  { heading: 'Time', cell: ({ created_at }) => <ExactTime at={created_at} />, sort: ['-id', 'id'] },
  {
    heading: 'Channel',
    cell: ({ channel_id }) => channelName(channels, channel_id),
    sort: ['-channel', 'channel'],
  },
  { heading: 'About', cell: ({ event }) => event, sort: ['-event', 'event'] },
  {
    heading: 'Task',
    cell: ({ task_id }) => task_id !== null && <a href={href(`tasks/${task_id}`)}>{task_id}</a>,
  },
  {
    heading: 'State',
    cell: (delivery) => <State delivery={delivery} />,
    sort: ['-state', 'state'],
  },
  {
    heading: 'Attempts',
    isNumber: true,
    cell: ({ attempts }) => attempts,
    sort: ['-attempts', 'attempts'],
  },
];

function State({ delivery: { state, next_attempt_at, last_error } }: { delivery: Delivery }) {
  return (
    <>
      {state}
      {state === 'pending' && next_attempt_at !== null && (
        <>
          , next attempt <Time at={next_attempt_at} />
        </>
      )}
      {last_error !== null && <span class="error title">{last_error}</span>}
    </>
  );
}
